/** What axe finds wrong with a page, as far as it is serious. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly where: string;
}

export async function serious(page: Page): Promise<readonly Finding[]> {
  // Injected by the tool, past the page's own policy, which rightly forbids it.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const axe: unknown = Reflect.get(window, 'axe');
    const run: unknown = Reflect.get(Object(axe), 'run');
    if (typeof run !== 'function') throw new Error('axe is not there');
    const { violations } = await run.call(axe, document);
    return violations
      .filter((it: Finding) => it.impact === 'serious' || it.impact === 'critical')
      .map((it: Finding & { nodes: { html: string }[] }) => ({
        id: it.id,
        impact: it.impact,
        where: it.nodes.map((node) => node.html).join('\n'),
      }));
  });
}
