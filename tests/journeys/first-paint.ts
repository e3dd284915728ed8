import type { Page } from '@playwright/test'

/** Blocks the app's script files that match `file`, until the returned function is called. */
export async function blockScript(page: Page, file: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(file, async (route) => {
    await released
    await route.continue()
  })
  return release
}

export const readScreenLayout = (page: Page): Promise<string[]> =>
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

export const storeSettings = (page: Page, settings: Readonly<Record<string, string>>): Promise<unknown> =>
  page.addInitScript((storedSettings) => {
    if (location.protocol.startsWith('http')) Object.assign(localStorage, storedSettings)
  }, settings)
