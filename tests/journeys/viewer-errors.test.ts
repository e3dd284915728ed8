import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { messages as german } from '../../src/ui/messages/de/look.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, test } from './viewer-support.ts'

const POSTER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="300"><rect width="200" height="300" rx="90" fill="#7a5cff"/></svg>',
)}`

const SIZES = { tiny: [140, 140], small: [160, 160], flat: [320, 110], phone: [390, 440], wide: [640, 480] } as const
const WORDS = {
  English: undefined,
  German: { noWebgl: german['viewer.noWebgl'], failed: german['viewer.failed'], retry: german['viewer.retry'] },
}

/** Calls `check` for every combination of size and language, with and without a poster. */
async function forEachVariant(
  check: (variant: { label: string; width: number; height: number; words: object; poster: object }) => Promise<void>,
) {
  for (const [name, [width, height]] of Object.entries(SIZES)) {
    for (const [language, words] of Object.entries(WORDS)) {
      for (const poster of [undefined, POSTER]) {
        const label = [name, language, poster ? 'poster' : 'alone'].join('-')
        await check({ label, width, height, words: words ? { words } : {}, poster: poster ? { poster } : {} })
      }
    }
  }
}

test.describe('without WebGL', () => {
  test.beforeEach(async ({ page, stage }) => {
    await page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype
      const without = function (this: HTMLCanvasElement, ...args: Parameters<typeof getContext>) {
        return args[0].startsWith('webgl') ? null : getContext.apply(this, args)
      }
      HTMLCanvasElement.prototype.getContext = without as typeof getContext
    })
    await stage.open()
  })

  test(
    'shows the complete error message in viewers of five sizes, not covered by the poster',
    SAMPLED_OPTIONS,
    async ({ stage, page }) => {
      await page.setViewportSize({ width: 700, height: 560 })
      await forEachVariant(async ({ label, width, height, words, poster }) => {
        await stage.show({ source: '/demo/models/ines.glb', width, height, ...words, ...poster })
        await stage.waitForState('failed')
        await expect(page.getByRole('alert')).toHaveText(/ WebGL /)
        await expectCompleteMessage(page, label)
        await saveScreenshots(page, `no-webgl-${label}`)
        await stage.remove()
      })
    },
  )

  test('reports missing WebGL while the model is still being downloaded', SAMPLED_OPTIONS, async ({ stage, page }) => {
    let isAborted = false
    await page.route('**/endless.glb', async (route) => {
      await page.waitForFunction(() => window.page.reportedEvents.includes('one error webgl'))
      isAborted = true
      await route.abort()
    })
    await stage.show({ source: '/endless.glb', width: 160, height: 160 })
    await expect.poll(() => isAborted).toBe(true)
    expect(await stage.readEvents()).toEqual(['one loading', 'one error webgl'])
  })
})

test(
  'shows the complete error for a missing model, with a clickable button, in viewers of five sizes',
  SAMPLED_OPTIONS,
  async ({ stage, page }) => {
    await page.setViewportSize({ width: 700, height: 560 })
    await forEachVariant(async ({ label, width, height, words, poster }) => {
      await stage.show({ source: '/missing.glb', width, height, ...words, ...poster })
      await stage.waitForState('failed')
      await expectCompleteMessage(page, label)
      await page.getByRole('alert').getByRole('button').click({ trial: true })
      await saveScreenshots(page, `missing-${label}`)
      await stage.remove()
    })
  },
)

/** Asserts that the message is complete, readable, inside the viewer and not covered by the poster. */
async function expectCompleteMessage(page: Page, label: string): Promise<void> {
  const boxes = await page.evaluate(() => {
    const root = document.querySelector('#one [data-state]')!
    const alert = root.querySelector('[role="alert"]')!
    const [rootBox, box] = [root.getBoundingClientRect(), alert.getBoundingClientRect()]
    const picture = root.querySelector('img')?.getBoundingClientRect()
    return {
      within:
        box.left >= rootBox.left &&
        box.right <= rootBox.right &&
        box.top >= rootBox.top &&
        box.bottom <= rootBox.bottom,
      hidden: Math.max(0, alert.scrollHeight - alert.clientHeight, alert.scrollWidth - alert.clientWidth),
      isReadable: Number.parseFloat(getComputedStyle(alert).fontSize) >= 11,
      isClear: !picture || (picture.bottom <= box.top && picture.height >= Math.min(24, rootBox.height / 6)),
      pictureHeightPercent: picture ? Math.round((100 * picture.height) / rootBox.height) : null,
    }
  })
  expect(boxes, label).toMatchObject({ within: true, hidden: 0, isReadable: true, isClear: true })
}

async function saveScreenshots(page: Page, name: string): Promise<void> {
  if (!process.env['SHOTS']) return
  mkdirSync('artifacts/shots', { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator('#one').screenshot({ path: `artifacts/shots/${name}-${colorScheme}.png` })
  }
}
