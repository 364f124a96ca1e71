// The widget in a real JupyterLab: `cargo xtask test python` runs it, with JUPYTER set to the program.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually, launch, SCREENSHOTS } from './support.mjs';

const CELLS = [
  'import quelea as q\nflock = q.Flock("p5", seed=3)\nflock.run(40)\nstudio = q.Studio(flock, controls=["separation.weight"], theme="light")\nstudio',
  'open("value.txt", "w").write(str(flock.get("separation.weight")))',
  'flock.set("separation.weight", 0.5)',
  'studio.pull()',
  'open("steps.txt", "w").write(f"{flock.steps} {flock.hash}")',
];

function notebook() {
  const cells = CELLS.map((source, index) => ({ cell_type: 'code', id: `cell${index}`, source, metadata: {}, outputs: [], execution_count: null }));
  const metadata = { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } };
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
}

/** Starts JupyterLab in a folder. Returns its address, and a function that stops it. */
async function serve(folder) {
  const options = ['--no-browser', '--allow-root', '--ip=127.0.0.1', '--port=0', '--IdentityProvider.token=quelea', `--ServerApp.root_dir=${folder}`];
  options.push('--LabApp.news_url=', '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate');
  const lab = spawn(process.env.JUPYTER ?? 'jupyter', ['lab', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  const address = await new Promise((resolve, reject) => {
    lab.stderr.on('data', (text) => {
      log += text;
      const match = log.match(/http:\/\/127\.0\.0\.1:\d+\//);
      if (match) resolve(match[0]);
    });
    lab.on('exit', () => reject(new Error(`JupyterLab did not start:\n${log}`)));
  });
  return { address, stop: () => lab.kill('SIGTERM') };
}

/** Executes the cell with this number. Cells wait for each other and for the kernel. */
async function execute(page, index) {
  await page.locator('.jp-CodeCell').nth(index).locator('.jp-InputArea-editor').click();
  await page.keyboard.press('Shift+Enter');
}

/** The contents of a file that a cell writes, once it is there. */
async function written(page, index, path) {
  await execute(page, index);
  await eventually(() => assert.ok(existsSync(path) && readFileSync(path, 'utf8') !== ''));
  return readFileSync(path, 'utf8');
}

test('a flock moves in JupyterLab, offline, and its parameters are linked both ways', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quelea-lab-'));
  writeFileSync(join(folder, 'flock.ipynb'), notebook());
  const lab = await serve(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(5 * 60 * 1000);
    // Nothing but the notebook's own server can be reached.
    await page.route((url) => url.hostname !== '127.0.0.1' && url.protocol.startsWith('http'), (route) => route.abort());
    await page.goto(`${lab.address}lab/tree/flock.ipynb?token=quelea`);
    await execute(page, 0);

    const canvas = page.locator('quelea-flock canvas');
    await canvas.waitFor();
    await canvas.scrollIntoViewIfNeeded();
    const steps = () => page.locator('quelea-flock').evaluate((element) => element.snapshot().then((snapshot) => (snapshot ? [...snapshot].join() : '')));
    let first;
    await eventually(async () => assert.notEqual((first = await steps()), ''));
    const picture = await canvas.screenshot();
    await eventually(async () => assert.notEqual(await steps(), first));
    await eventually(async () => assert.notDeepEqual(await canvas.screenshot(), picture, 'the flock does not move'));
    await page.screenshot({ path: `${SCREENSHOTS}jupyterlab.png` });

    const slider = page.locator('quelea-flock input[type=range]');
    assert.equal(await slider.inputValue(), '1.5');
    await slider.fill('2.4');
    // A newer kernel handles messages of widgets in a thread of their own: perhaps after the cell.
    await eventually(async () => assert.equal(await written(page, 1, join(folder, 'value.txt')), '2.4'));

    await execute(page, 2);
    await eventually(async () => assert.equal(await slider.inputValue(), '0.5'));

    await page.locator('quelea-flock').evaluate((element) => element.toggle(false));
    await execute(page, 3);
    // The answer may come after the next cell.
    await eventually(async () => {
      const [pulled] = (await written(page, 4, join(folder, 'steps.txt'))).split(' ');
      assert.ok(Number(pulled) > 40, `the flock has done ${pulled} steps`);
    });
  } finally {
    await browser.close();
    lab.stop();
  }
});
