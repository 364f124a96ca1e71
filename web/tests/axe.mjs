// Accessibility checks with axe-core.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns what axe-core finds wrong on a page, or in the part of it that matches a selector: one line per element. The
 * size of targets (WCAG 2.2) is checked too. With `rules`, only those are checked.
 */
export async function violations(page, selector = 'html', rules) {
  // The page's content-security policy allows no script tag, but the debugger may evaluate the source.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async ([selector, rules]) => {
    const options = rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } };
    const { violations } = await axe.run(selector, { ...options, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`));
  }, [selector, rules]);
}
