/** What a browser calls itself, as people know it: "Firefox, Android". */

/** In this order: most say that they are others as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b/u, 'Mac'],
  [/\bLinux\b/u, 'Linux'],
];

/** What is not known stays as it says it. */
export function browserName(agent: string): string {
  const known = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const found = [known(BROWSERS), known(SYSTEMS)].filter((it) => it !== undefined);
  return found.length === 0 ? agent : found.join(', ');
}
