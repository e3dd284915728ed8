import { test as base, expect, type Page } from '@playwright/test'
import type { ViewerInfo } from '../../src/ui/viewer/viewer-info.ts'
import type { Mounting, ViewerPage } from '../support/viewer-page/main.tsx'
import { openViewerSite, type ViewerSite } from '../support/viewer-site.ts'
import { skipUndrawn } from './sampled.ts'

export { expect }

declare global {
  interface Window {
    page: ViewerPage
    /** Every canvas that was given a context, for as long as somebody keeps it. */
    canvases: WeakRef<HTMLCanvasElement>[]
    /** The most contexts that were not lost at any moment. */
    mostContexts: number
    /** How often WebGL was asked for something since the count began, and with which call the context is lost. */
    calls?: { made: number; losesAt: number | null; lost: number }
    /** What a viewer that was taken away still says. */
    left?: () => ViewerInfo | undefined
  }
}

/** A figure of ours with a face that moves. */
export const FIGURE = '/demo/models/ines.glb'

/** A thing of ours with folds, quick to draw. */
export const THING = '/demo/models/peat-boot.glb'

/** A journey with viewers alone on a page; nothing may be thrown on it. */
export const test = base.extend<{ stage: StagePage; faults: string[]; skipUndrawn: undefined }, { site: ViewerSite }>({
  skipUndrawn: [...skipUndrawn],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const site = await openViewerSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
  stage: async ({ page, site }, use) => {
    await page.addInitScript(keepCanvases)
    const stage = new StagePage(page, site)
    await stage.open()
    await use(stage)
  },
})

function keepCanvases() {
  window.canvases = []
  window.mostContexts = 0
  const { getContext } = HTMLCanvasElement.prototype
  const isLive = (kept: WeakRef<HTMLCanvasElement>) => {
    const canvas = kept.deref()
    return canvas && (getContext.call(canvas, 'webgl2') as WebGL2RenderingContext | null)?.isContextLost() === false
  }
  const count = () => {
    window.mostContexts = Math.max(window.mostContexts, window.canvases.filter(isLive).length)
  }
  const keeping = function (this: HTMLCanvasElement, ...options: Parameters<typeof getContext>) {
    const isNew = !window.canvases.some((kept) => kept.deref() === this)
    const context = getContext.apply(this, options)
    if (options[0].startsWith('webgl') && isNew) {
      window.canvases.push(new WeakRef(this))
      this.addEventListener('webglcontextrestored', count)
      count()
    }
    return context
  }
  HTMLCanvasElement.prototype.getContext = keeping as typeof getContext
}

/** A picture of a viewer: four bytes for each pixel, rows from the top. */
export interface Pixels {
  width: number
  height: number
  data: number[]
}

/** The page with viewers, as a journey handles it. */
export class StagePage {
  constructor(
    readonly page: Page,
    readonly site: ViewerSite,
  ) {}

  async open(): Promise<void> {
    await this.page.goto(this.site.url)
    await this.page.waitForFunction(() => 'page' in window)
  }

  /** Shows a viewer, or tells the one of this name something else. */
  async show(mounting: Mounting, name = 'one'): Promise<void> {
    await this.page.evaluate(([named, told]) => window.page.show(named, told), [name, mounting] as const)
  }

  /** Shows the same in several viewers of one page, at the same moment. */
  async showIn(names: readonly string[], mounting: Mounting): Promise<void> {
    await this.page.evaluate(
      ([all, told]) => {
        for (const name of all) window.page.show(name, told)
      },
      [names, mounting] as const,
    )
  }

  async remove(name = 'one'): Promise<void> {
    await this.page.evaluate((named) => window.page.remove(named), name)
  }

  /** Waits until the viewer's state is one of these. */
  async comesTo(state: string, name = 'one'): Promise<void> {
    await expect(this.page.locator(`#${name} [data-state]`)).toHaveAttribute('data-state', state, { timeout: 120_000 })
  }

  /** Shows a viewer and waits for the end of its entrance. */
  async stands(mounting: Mounting, name = 'one'): Promise<void> {
    await this.show(mounting, name)
    await this.comesTo('finished', name)
  }

  /** Waits until no more frames are drawn: however busy the machine is, one that is due comes when the page draws next. */
  async rests(name = 'one'): Promise<void> {
    const drawsNone = () =>
      this.page.evaluate(async (named) => {
        const frames = () => window.page.handle(named)?.info().frames
        const [before, began] = [frames(), performance.now()]
        for (let turns = 0; turns < 4 || performance.now() < began + 400; turns += 1) {
          await new Promise(requestAnimationFrame)
          if (frames() !== before) return false
        }
        return true
      }, name)
    await expect.poll(drawsNone, { timeout: 60_000 }).toBe(true)
  }

  told(): Promise<string[]> {
    return this.page.evaluate(() => window.page.told)
  }

  info(name = 'one') {
    return this.page.evaluate((named) => {
      const info = window.page.handle(named)?.info()
      if (!info) throw new Error(`There is no viewer ${named}`)
      return info
    }, name)
  }

  turnTo(yaw: number, name = 'one'): Promise<void> {
    return this.page.evaluate(([named, to]) => window.page.handle(named)?.turnTo(to), [name, yaw] as const)
  }

  /** Takes a picture by the viewer's own means. */
  picture(name = 'one', options: { width?: number; height?: number; type?: string } = {}): Promise<Pixels> {
    return this.page.evaluate(
      async ([named, { width = 160, height = 160, type = 'image/png' }]) => {
        const taken = await window.page.handle(named)?.capture({ width, height, type, quality: 0.9 })
        if (!taken || taken.type !== type) throw new Error(`No picture as ${type}: ${taken?.type}`)
        const picture = await createImageBitmap(taken)
        const pen = new OffscreenCanvas(width, height).getContext('2d')
        pen?.drawImage(picture, 0, 0)
        return { width, height, data: [...(pen?.getImageData(0, 0, width, height).data ?? [])] }
      },
      [name, options] as const,
    )
  }

  /** What a person sees of a viewer, its surroundings included. */
  async seen(name = 'one'): Promise<Buffer> {
    return this.page.locator(`#${name}`).screenshot()
  }

  /** Loses the context of a viewer's canvas; gives it back after so many milliseconds, or never. */
  async loseContext(name = 'one', back: number | null = 30): Promise<void> {
    await this.page.evaluate(
      async ([named, after]) => {
        const gl = document.querySelector<HTMLCanvasElement>(`#${named} canvas:not([data-still])`)?.getContext('webgl2')
        const loss = gl?.getExtension('WEBGL_lose_context')
        loss?.loseContext()
        if (after === null) return
        await new Promise((resume) => setTimeout(resume, after))
        loss?.restoreContext()
      },
      [name, back] as const,
    )
  }
}

/** The share of pixels, from 0 to 1, on which two pictures differ by more than `by` in a channel. */
export function differing(one: Pixels, other: Pixels, by = 16): number {
  let different = 0
  for (let at = 0; at < one.data.length; at += 4) {
    if (
      [0, 1, 2, 3].some((channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > by)
    ) {
      different += 1
    }
  }
  return different / (one.width * one.height)
}

/** One pixel's four channels; `x` and `y` from 0 to 1. */
export function pixelAt({ width, height, data }: Pixels, x: number, y: number): number[] {
  const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width))
  return data.slice(at, at + 4)
}

/** The share of pixels that something covers. */
export const covered = ({ data, width, height }: Pixels): number =>
  data.filter((value, at) => at % 4 === 3 && value > 128).length / (width * height)

/** A part of a picture, as shares of its width and height. */
export function cut(picture: Pixels, [left, top, right, bottom]: readonly [number, number, number, number]): Pixels {
  const [x, y] = [Math.round(left * picture.width), Math.round(top * picture.height)]
  const width = Math.round(right * picture.width) - x
  const height = Math.round(bottom * picture.height) - y
  const rows = Array.from({ length: height }, (_, row) => {
    const from = 4 * ((y + row) * picture.width + x)
    return picture.data.slice(from, from + 4 * width)
  })
  return { width, height, data: rows.flat() }
}
