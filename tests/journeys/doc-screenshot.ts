import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

const MAX_BYTES = 150_000

/** Saves a screenshot as a WebP file in the documentation. Returns the file's size in bytes. */
export async function savePicture(page: Page, path: string): Promise<number> {
  mkdirSync(dirname(path), { recursive: true })
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(path)
  return size
}

/** Updates a screenshot in the inspector's documentation if the environment variable `PICTURES` is set. */
export async function saveDocScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return
  expect(await savePicture(page, `docs/inspector/${name}.webp`)).toBeLessThan(MAX_BYTES)
}
