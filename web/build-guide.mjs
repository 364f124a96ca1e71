// Writes the guide in every language, from one structure: node build-guide.mjs FOLDER

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import english from './guide/english.mjs';
import korean from './guide/korean.mjs';
import { SECTIONS } from './guide/sections.mjs';

const PAGES = [
  { name: 'guide.html', texts: english, other: { name: 'guide.ko.html', language: 'ko' } },
  { name: 'guide.ko.html', texts: korean, other: { name: 'guide.html', language: 'en' } },
];
const CODE = [
  { id: 'rust', title: 'Rust', file: 'flock.rs', keywords: 'fn let mut for in if else return struct type pub' },
  { id: 'javascript', title: 'JavaScript', file: 'flock.js', keywords: 'function const let for of if return new' },
  { id: 'python', title: 'Python', file: 'flock.py', keywords: 'def for in if else return from import class and or not' },
];
const SEARCHES = ['brute', 'grid', 'kd-tree', 'representative'];

const escape = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const attributes = (values) => Object.entries(values).map(([name, value]) => ` ${name}="${escape(value)}"`).join('');

/** Throws if a text is missing: both languages must say everything. */
function required(text, what) {
  if (text === undefined || text === '') throw new Error(`the guide has no text for ${what}`);
  return text;
}

/** The part of a source file between `[name]` and `[/name]`. */
function snippet(file, name) {
  const source = readFileSync(new URL(`guide/code/${file}`, import.meta.url), 'utf8');
  const part = source.match(new RegExp(`(?://|#) \\[${name}\\]\\n([^]*?)\\n(?://|#) \\[/${name}\\]`));
  if (!part) throw new Error(`${file} has no part [${name}]`);
  return part[1].trim();
}

/** Code as HTML, with keywords and comments marked. */
function highlight(code, keywords) {
  const words = new RegExp(`((?://|#) .*)|\\b(${keywords.replaceAll(' ', '|')})\\b`, 'g');
  return escape(code).replaceAll(words, (_, comment, keyword) => (comment ? `<i>${comment}</i>` : `<b>${keyword}</b>`));
}

/** The names of all labels that a figure needs, from its controls, measures and variants. */
function labelNames({ flock, variants, scenes }) {
  const controls = (flock.controls ?? '').split(' ').filter(Boolean).flatMap((control) => {
    const [path, detail = ''] = control.split(':');
    const name = path.replaceAll('.', '-');
    return [name, ...(detail.includes('|') ? detail.split('|').map((word) => `${name}-${word}`) : [])];
  });
  const measures = (flock.measures ?? '').split(' ').filter(Boolean).map((name) => name.replaceAll('_', '-'));
  return [...controls, ...measures, ...(variants || scenes ? ['variants'] : [])];
}

function figure(section, texts) {
  const { id } = section;
  const names = labelNames(section);
  const unused = Object.keys(texts.labels).filter((name) => !names.includes(name));
  if (unused.length > 0) throw new Error(`${id}: no control is called ${unused}`);
  const labels = Object.fromEntries(names.map((name) => [`label-${name}`, required(texts.labels[name], `${id}, ${name}`)]));
  const values = section.variants ?? section.scenes ?? [];
  if (values.length !== (texts.variants ?? []).length) throw new Error(`${id}: ${values.length} variants need as many texts`);
  const variants = values.map((value, index) => `<data ${section.scenes ? 'data-scenario' : 'value'}="${escape(value)}">${texts.variants[index]}</data>`);
  const flock = { ...section.flock, ...labels, 'speed-control': '', 'aria-label': required(texts.figure, `${id}, figure`) };
  return `<figure>
        <quelea-flock${attributes(flock)}>${variants.join('')}</quelea-flock>
        ${section.transition ? transition(texts.transition) : ''}
        <figcaption>${required(texts.caption, `${id}, caption`)}${section.measurement ? ` <output id="mean-error" data-text="${escape(texts.measurement.error)}"></output>` : ''}</figcaption>
      </figure>`;
}

/** The plot of polarisation against noise, which guide.ts fills. */
function transition(texts) {
  return `<div class="transition">
          <svg id="transition" viewBox="0 0 320 160" role="img" aria-label="${escape(required(texts.label, 'the transition'))}" data-x="${escape(texts.x)}" data-y="${escape(texts.y)}"></svg>
          <button id="clear-transition" type="button">${required(texts.clear, 'the transition')}</button>
        </div>`;
}

/** The table of measured times, which guide.ts fills. */
function measurement(texts) {
  const column = (search) => `<th scope="col">${required(texts.searches[search], search)}</th>`;
  const choice = (value, checked) => `<label><input type="radio" name="whom" value="${value}"${checked ? ' checked' : ''}> ${required(texts[value], value)}</label>`;
  return `<div class="measurement">
      <fieldset><legend>${required(texts.whom, 'neighbours')}</legend> ${choice('radius', true)} ${choice('nearest', false)}</fieldset>
      <button id="measure" type="button" data-again="${escape(texts.again)}">${required(texts.button, 'the measurement')}</button>
      <table id="times" hidden>
        <caption>${required(texts.caption, 'the measurement')}</caption>
        <thead><tr><th scope="col">${required(texts.boids, 'boids')}</th>${SEARCHES.map(column).join('')}</tr></thead>
        <tbody></tbody>
      </table>
    </div>`;
}

/** The code of a rule in tabs. Without scripts, all panels are shown. */
function code(section, texts, page) {
  const panels = [
    { id: 'pseudocode', title: page.pseudocode, html: escape(required(texts.pseudocode, `${section.id}, pseudocode`)) },
    ...CODE.map(({ id, title, file, keywords }) => ({ id, title, html: highlight(snippet(file, section.code), keywords) })),
  ];
  const name = (id) => `${section.id}-${id}`;
  const tabs = panels.map(({ id, title }, index) => `<button type="button" role="tab" id="${name(id)}-tab" data-code="${id}" aria-controls="${name(id)}" aria-selected="${index === 0}"${index === 0 ? '' : ' tabindex="-1"'}>${title}</button>`);
  const bodies = panels.map(({ id, html }) => `<pre role="tabpanel" id="${name(id)}" aria-labelledby="${name(id)}-tab" tabindex="0" data-code="${id}"><code>${html}</code></pre>`);
  return `<div class="code">
      <div role="tablist" aria-label="${escape(page.code)}: ${escape(texts.title)}">${tabs.join('')}</div>
      ${bodies.join('\n      ')}
    </div>`;
}

function references(texts) {
  return `<pre tabindex="0"><code>&lt;script type="module" src="quelea-flock.js"&gt;&lt;/script&gt;
&lt;quelea-flock preset="p5" boids="300" inspect&gt;&lt;/quelea-flock&gt;</code></pre>
      <h3>${required(texts.referencesTitle, 'the references')}</h3>
      <ol class="references">${texts.references.map((reference) => `<li>${reference}</li>`).join('')}</ol>`;
}

function renderSection(section, index, page) {
  const texts = required(page.sections[section.id], section.id);
  return `<section id="${section.id}">
    <div class="text">
      <h2><span class="number">${index + 1}</span> ${required(texts.title, section.id)} <a class="anchor" href="#${section.id}" aria-label="${escape(page.linkTo)}: ${escape(texts.title)}">#</a></h2>
      ${texts.text.map((paragraph) => `<p>${paragraph}</p>`).join('\n      ')}
    </div>
    ${figure(section, texts)}
    <div class="rule">
      <p class="formula"><span class="sr">${page.formula}: </span>${section.formula}</p>
      ${section.code ? code(section, texts, page) : ''}${section.measurement ? measurement(texts.measurement) : ''}${section.references ? references(texts) : ''}
    </div>
  </section>`;
}

/** The whole page in one language. */
export function renderPage({ texts: page, other }) {
  const unknown = Object.keys(page.sections).filter((id) => !SECTIONS.some((section) => section.id === id));
  if (unknown.length > 0) throw new Error(`there is no section ${unknown}`);
  const contents = SECTIONS.map(({ id }) => `<li><a href="#${id}">${page.sections[id].title}</a></li>`);
  return `<!doctype html>
<html lang="${page.language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${page.title}</title>
  <meta name="description" content="${escape(page.description)}">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="./icon.svg" type="image/svg+xml">
  <link rel="alternate" hreflang="${other.language}" href="./${other.name}">
  <link rel="stylesheet" href="./guide.css">
  <script type="module" src="./quelea-flock.js"></script>
  <script type="module" src="./guide.js"></script>
</head>
<body>
  <header class="bar">
    <a class="brand" href="./"><img src="./icon.svg" alt="" width="26" height="26"><span>Quelea</span></a>
    <nav aria-label="Quelea"><a href="./">${page.studio}</a> <a id="other-language" href="./${other.name}" lang="${other.language}" hreflang="${other.language}">${page.otherLanguage}</a></nav>
  </header>
  <div class="page">
  <nav id="contents" aria-label="${escape(page.contents)}"><details open><summary>${page.contents}</summary><ol>${contents.join('')}</ol></details></nav>
  <main>
  <div class="opening">
    <h1>${page.heading}</h1>
    <p class="lead">${page.lead}</p>
    <p>${page.introduction}</p>
  </div>
  ${SECTIONS.map((section, index) => renderSection(section, index, page)).join('\n  ')}
  </main>
  </div>
</body>
</html>
`;
}

if (argv[2]) for (const page of PAGES) writeFileSync(join(argv[2], page.name), renderPage(page));
