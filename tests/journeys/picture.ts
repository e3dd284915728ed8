import { mkdirSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

const MOST = 150_000

/** Makes a picture of the documentation anew from where a journey stands: where `PICTURES` is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return
  mkdirSync('docs/inspector', { recursive: true })
  const path = `docs/inspector/${name}.webp`
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(path)
  expect(size).toBeLessThan(MOST)
}
