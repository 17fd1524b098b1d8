/** Draws the icons of the installed page from the favicon: node scripts/icons.mjs */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';

const svg = await readFile(new URL('../public/favicon.svg', import.meta.url), 'utf8');
const FACE = '#2c3c94';

/** An icon that fills its square, with the picture in the circle that every mask leaves. */
const maskable = `<div style="display:grid;place-items:center;height:100%;background:${FACE}">
  <div style="width:72%;height:72%">${svg}</div></div>`;

const icons = [
  { file: 'icon-192.png', size: 192, html: svg },
  { file: 'icon-512.png', size: 512, html: svg },
  { file: 'maskable-512.png', size: 512, html: maskable },
  { file: 'apple-touch-icon.png', size: 180, html: maskable },
];

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { file, size, html } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>html,body{margin:0;height:100%}svg{display:block}</style>${html}`);
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`../public/icons/${file}`, import.meta.url), png);
  await page.close();
}
await browser.close();
