import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { words as german } from '../../src/ui/words/de/look.ts'
import { SAMPLED } from './sampled.ts'
import { expect, test } from './viewer-support.ts'

/** A picture of a figure: taller than wide, and nothing that scales by itself. */
const POSTER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="300"><rect width="200" height="300" rx="90" fill="#7a5cff"/></svg>',
)}`

const SIZES = { tiny: [140, 140], small: [160, 160], flat: [320, 110], phone: [390, 440], wide: [640, 480] } as const
const WORDS = {
  English: undefined,
  German: { noWebgl: german['viewer.noWebgl'], failed: german['viewer.failed'], retry: german['viewer.retry'] },
}

/** Goes through every size, language and stand-in picture. */
async function eachWay(
  see: (way: { what: string; width: number; height: number; words: object; poster: object }) => Promise<void>,
) {
  for (const [name, [width, height]] of Object.entries(SIZES)) {
    for (const [language, words] of Object.entries(WORDS)) {
      for (const poster of [undefined, POSTER]) {
        const what = [name, language, poster ? 'poster' : 'alone'].join('-')
        await see({ what, width, height, words: words ? { words } : {}, poster: poster ? { poster } : {} })
      }
    }
  }
}

test.describe('without WebGL', () => {
  test.beforeEach(async ({ page, stage }) => {
    await page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype
      const without = function (this: HTMLCanvasElement, ...told: Parameters<typeof getContext>) {
        return told[0].startsWith('webgl') ? null : getContext.apply(this, told)
      }
      HTMLCanvasElement.prototype.getContext = without as typeof getContext
    })
    await stage.open()
  })

  test('a stage of any size says so in full, and its poster stands clear of that', SAMPLED, async ({ stage, page }) => {
    await page.setViewportSize({ width: 700, height: 560 })
    await eachWay(async ({ what, width, height, words, poster }) => {
      await stage.show({ source: '/demo/models/ines.glb', width, height, ...words, ...poster })
      await stage.comesTo('failed')
      await expect(page.getByRole('alert')).toHaveText(/ WebGL /)
      await hasRoom(page, what)
      await shoot(page, `no-webgl-${what}`)
      await stage.remove()
    })
  })

  test('a model is not fetched to its end', SAMPLED, async ({ stage, page }) => {
    let isLeft = false
    await page.route('**/endless.glb', async (route) => {
      await page.waitForFunction(() => window.page.told.includes('one error webgl'))
      isLeft = true
      await route.abort()
    })
    await stage.show({ source: '/endless.glb', width: 160, height: 160 })
    await expect.poll(() => isLeft).toBe(true)
    expect(await stage.told()).toEqual(['one loading', 'one error webgl'])
  })
})

test(
  'a stage of any size says in full what else went wrong, and its button can be pressed',
  SAMPLED,
  async ({ stage, page }) => {
    await page.setViewportSize({ width: 700, height: 560 })
    await eachWay(async ({ what, width, height, words, poster }) => {
      await stage.show({ source: '/missing.glb', width, height, ...words, ...poster })
      await stage.comesTo('failed')
      await hasRoom(page, what)
      await page.getByRole('alert').getByRole('button').click({ trial: true })
      await shoot(page, `missing-${what}`)
      await stage.remove()
    })
  },
)

/** The sentence is whole, readable and within its stage, and nothing of the picture lies under it. */
async function hasRoom(page: Page, what: string): Promise<void> {
  const seen = await page.evaluate(() => {
    const root = document.querySelector('#one [data-state]')!
    const alert = root.querySelector('[role="alert"]')!
    const [room, box] = [root.getBoundingClientRect(), alert.getBoundingClientRect()]
    const picture = root.querySelector('img')?.getBoundingClientRect()
    return {
      within: box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom,
      hidden: Math.max(0, alert.scrollHeight - alert.clientHeight, alert.scrollWidth - alert.clientWidth),
      isReadable: Number.parseFloat(getComputedStyle(alert).fontSize) >= 11,
      isClear: !picture || (picture.bottom <= box.top && picture.height >= Math.min(24, room.height / 6)),
      share: picture ? Math.round((100 * picture.height) / room.height) : null,
    }
  })
  expect(seen, what).toMatchObject({ within: true, hidden: 0, isReadable: true, isClear: true })
}

/** Keeps what people should look at; only where that is asked for, since it takes its time. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env['SHOTS']) return
  mkdirSync('artifacts/shots', { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator('#one').screenshot({ path: `artifacts/shots/${name}-${colorScheme}.png` })
  }
}
