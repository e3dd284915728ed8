import { test as base, expect, type Page } from '@playwright/test'
import type { ViewerInfo } from '../../src/ui/viewer/viewer-info.ts'
import type { ViewerMount, ViewerPage } from '../support/viewer-page/main.tsx'
import { openViewerSite, type ViewerSite } from '../support/viewer-site.ts'
import { skipUnsampled } from './sampled.ts'

export { expect }

declare global {
  interface Window {
    page: ViewerPage
    /** All canvases with a context that are not garbage-collected. */
    canvases: WeakRef<HTMLCanvasElement>[]
    /** Maximum number of contexts that existed at the same time. */
    maxContexts: number
    /** Number of WebGL calls since counting started, and number of the call during which the context is lost. */
    calls?: { made: number; losesAt: number | null; lost: number }
    /** Returns the viewer's info after the viewer's removal. */
    readInfoAfterRemoval?: () => ViewerInfo | undefined
  }
}

export const FIGURE_URL = '/demo/models/ines.glb'

/** A demo garment with folds. Renders quickly. */
export const BOOT_URL = '/demo/models/peat-boot.glb'

/** Playwright's test with a page that contains only viewers. Fails if the page throws an exception. */
export const test = base.extend<
  { stage: StagePage; faults: string[]; skipUnsampledTests: undefined },
  { site: ViewerSite }
>({
  skipUnsampledTests: [...skipUnsampled],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
    async ({}, use) => {
      const site = await openViewerSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  faults: [
    async ({ page }, use) => {
      const pageErrors: string[] = []
      page.on('pageerror', (error) => pageErrors.push(error.message))
      await use(pageErrors)
      expect(pageErrors).toEqual([])
    },
    { auto: true },
  ],
  stage: async ({ page, site }, use) => {
    await page.addInitScript(trackCanvases)
    const stage = new StagePage(page, site)
    await stage.open()
    await use(stage)
  },
})

function trackCanvases() {
  window.canvases = []
  window.maxContexts = 0
  const { getContext } = HTMLCanvasElement.prototype
  const isLive = (reference: WeakRef<HTMLCanvasElement>) => {
    const canvas = reference.deref()
    return canvas && (getContext.call(canvas, 'webgl2') as WebGL2RenderingContext | null)?.isContextLost() === false
  }
  const count = () => {
    window.maxContexts = Math.max(window.maxContexts, window.canvases.filter(isLive).length)
  }
  const getTrackedContext = function (this: HTMLCanvasElement, ...options: Parameters<typeof getContext>) {
    const isNew = !window.canvases.some((reference) => reference.deref() === this)
    const context = getContext.apply(this, options)
    if (options[0].startsWith('webgl') && isNew) {
      window.canvases.push(new WeakRef(this))
      this.addEventListener('webglcontextrestored', count)
      count()
    }
    return context
  }
  HTMLCanvasElement.prototype.getContext = getTrackedContext as typeof getContext
}

/** Picture of a viewer: four bytes per pixel, rows from top to bottom. */
export interface Pixels {
  width: number
  height: number
  data: number[]
}

export class StagePage {
  constructor(
    readonly page: Page,
    readonly site: ViewerSite,
  ) {}

  async open(): Promise<void> {
    await this.page.goto(this.site.url)
    await this.page.waitForFunction(() => 'page' in window)
  }

  async show(mount: ViewerMount, name = 'one'): Promise<void> {
    await this.page.evaluate(([viewerName, options]) => window.page.show(viewerName, options), [name, mount] as const)
  }

  async showIn(names: readonly string[], mount: ViewerMount): Promise<void> {
    await this.page.evaluate(
      ([all, options]) => {
        for (const name of all) window.page.show(name, options)
      },
      [names, mount] as const,
    )
  }

  async remove(name = 'one'): Promise<void> {
    await this.page.evaluate((viewerName) => window.page.remove(viewerName), name)
  }

  async waitForState(state: string, name = 'one'): Promise<void> {
    await expect(this.page.locator(`#${name} [data-state]`)).toHaveAttribute('data-state', state, { timeout: 120_000 })
  }

  /** Shows a viewer and waits until its model has appeared. */
  async showUntilFinished(mount: ViewerMount, name = 'one'): Promise<void> {
    await this.show(mount, name)
    await this.waitForState('finished', name)
  }

  /** Waits until the viewer renders no frame for at least 400 ms and four frames of the page. */
  async waitUntilIdle(name = 'one'): Promise<void> {
    const isIdle = () =>
      this.page.evaluate(async (viewerName) => {
        const frames = () => window.page.handle(viewerName)?.info().frames
        const [before, startTime] = [frames(), performance.now()]
        for (let frame = 0; frame < 4 || performance.now() < startTime + 400; frame += 1) {
          await new Promise(requestAnimationFrame)
          if (frames() !== before) return false
        }
        return true
      }, name)
    await expect.poll(isIdle, { timeout: 60_000 }).toBe(true)
  }

  readEvents(): Promise<string[]> {
    return this.page.evaluate(() => window.page.reportedEvents)
  }

  readInfo(name = 'one') {
    return this.page.evaluate((viewerName) => {
      const info = window.page.handle(viewerName)?.info()
      if (!info) throw new Error(`There is no viewer ${viewerName}`)
      return info
    }, name)
  }

  turnTo(yaw: number, name = 'one'): Promise<void> {
    return this.page.evaluate(([viewerName, to]) => window.page.handle(viewerName)?.turnTo(to), [name, yaw] as const)
  }

  capturePixels(name = 'one', options: { width?: number; height?: number; type?: string } = {}): Promise<Pixels> {
    return this.page.evaluate(
      async ([viewerName, { width = 160, height = 160, type = 'image/png' }]) => {
        const capture = await window.page.handle(viewerName)?.capture({ width, height, type, quality: 0.9 })
        if (!capture || capture.type !== type) throw new Error(`Cannot encode a picture as ${type}: ${capture?.type}`)
        const picture = await createImageBitmap(capture)
        const context = new OffscreenCanvas(width, height).getContext('2d')
        context?.drawImage(picture, 0, 0)
        return { width, height, data: [...(context?.getImageData(0, 0, width, height).data ?? [])] }
      },
      [name, options] as const,
    )
  }

  /** Takes a screenshot of a viewer's element. */
  async takeScreenshot(name = 'one'): Promise<Buffer> {
    return this.page.locator(`#${name}`).screenshot()
  }

  /** Loses the context of a viewer's canvas. Restores the context after `restoreAfterMs` milliseconds, or never for `null`. */
  async loseContext(name = 'one', restoreAfterMs: number | null = 30): Promise<void> {
    await this.page.evaluate(
      async ([viewerName, after]) => {
        const gl = document
          .querySelector<HTMLCanvasElement>(`#${viewerName} canvas:not([data-still])`)
          ?.getContext('webgl2')
        const loss = gl?.getExtension('WEBGL_lose_context')
        loss?.loseContext()
        if (after === null) return
        await new Promise((resume) => setTimeout(resume, after))
        loss?.restoreContext()
      },
      [name, restoreAfterMs] as const,
    )
  }
}

/** Returns the fraction of pixels, from 0 to 1, in which two pictures differ by more than `threshold` in a channel. */
export function measureDifference(first: Pixels, other: Pixels, threshold = 16): number {
  let different = 0
  for (let at = 0; at < first.data.length; at += 4) {
    if (
      [0, 1, 2, 3].some(
        (channel) => Math.abs((first.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > threshold,
      )
    ) {
      different += 1
    }
  }
  return different / (first.width * first.height)
}

/** Returns the four channels of one pixel. `x` and `y` are fractions of width and height, from 0 to 1. */
export function readPixel({ width, height, data }: Pixels, x: number, y: number): number[] {
  const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width))
  return data.slice(at, at + 4)
}

export const measureCoverage = ({ data, width, height }: Pixels): number =>
  data.filter((value, at) => at % 4 === 3 && value > 128).length / (width * height)

/** Crops a picture. The edges are fractions of the picture's width and height. */
export function cropPixels(
  picture: Pixels,
  [readInfoAfterRemoval, top, right, bottom]: readonly [number, number, number, number],
): Pixels {
  const [x, y] = [Math.round(readInfoAfterRemoval * picture.width), Math.round(top * picture.height)]
  const width = Math.round(right * picture.width) - x
  const height = Math.round(bottom * picture.height) - y
  const rows = Array.from({ length: height }, (_, row) => {
    const from = 4 * ((y + row) * picture.width + x)
    return picture.data.slice(from, from + 4 * width)
  })
  return { width, height, data: rows.flat() }
}
