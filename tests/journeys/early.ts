import type { Page } from '@playwright/test'

/** Holds the app's code, the file that matches, back until what is given back is called. */
export async function holdCode(page: Page, file: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(file, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** What stands where on the page's sheet: words, pictures and controls, by their boxes; without what is hidden. */
export const standing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((it) => it.matches('svg, input') || [...it.childNodes].some(({ nodeValue }) => nodeValue?.trim()))
      .map((it) => ({ it, box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1)
      .map(
        ({ it, box: { x, y, width, height } }) =>
          `${it.localName} ${it.textContent} ${[x, y, width, height].map(Math.round)}`,
      ),
  )

/** Settings as they are kept on the device. */
export const keepSettings = (page: Page, settings: Readonly<Record<string, string>>): Promise<unknown> =>
  page.addInitScript((kept) => {
    if (location.protocol.startsWith('http')) Object.assign(localStorage, kept)
  }, settings)
