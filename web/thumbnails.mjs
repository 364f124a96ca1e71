// Scales the PNG files of a folder down to the pictures of the gallery, in WebP: `node thumbnails.mjs FROM TO`.
// Chromium encodes them, since the tests need it anyway.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { launch } from './tests/support.mjs';

const SIZE = { width: 360, height: 240 };
const QUALITY = 0.6;

const [from, to] = process.argv.slice(2);
mkdirSync(to, { recursive: true });
const browser = await launch();
const page = await browser.newPage();
for (const file of readdirSync(from).filter((name) => name.endsWith('.png'))) {
  const webp = await page.evaluate(async ({ png, width, height, quality }) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]), { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', quality).split(',')[1];
  }, { png: readFileSync(join(from, file)).toString('base64'), ...SIZE, quality: QUALITY });
  const out = join(to, `${basename(file, '.png')}.webp`);
  writeFileSync(out, Buffer.from(webp, 'base64'));
  console.log(`${String(Buffer.from(webp, 'base64').length).padStart(6)} bytes  ${out}`);
}
await browser.close();
