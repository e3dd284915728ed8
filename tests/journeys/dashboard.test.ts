import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { SAMPLED } from './sampled.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { expect, openAs, rows, test } from './support.ts'

/** Most of what a page may move while it loads, as Cumulative Layout Shift. */
const MOST_SHIFT = 0.02

test(
  'the dashboard: at a glance, nothing moves; what waits leads to its list; files dropped anywhere are taken along',
  SAMPLED,
  async ({ page, shot }) => {
    await watchShifts(page)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await openAs(page, '/')
    const chart = page.getByRole('table', { name: 'Assets' })
    const locked = page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'Locked by you' })
    await expect(chart.getByRole('rowheader', { name: 'Hair' })).toBeVisible()
    await expect(locked).toBeVisible()
    await expect(page.getByText('Nothing is running.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')).toHaveCount(8)
    await expect(page.getByRole('region', { name: 'Recently changed' }).getByRole('listitem')).toHaveCount(9)
    expect((await shiftsOf(page)).sum).toBeLessThan(MOST_SHIFT)
    expect(loaded.filter((path) => /three|AvatarViewer/i.test(path))).toEqual([])
    await shot('dashboard')

    await test.step('what waits, and each plinth, leads to its assets', async () => {
      await locked.click()
      await expect(page.getByRole('button', { name: 'Lock state: Locked by you' })).toBeVisible()
      await expect(rows(page).first()).toContainText('Locked')
      await page.getByRole('link', { name: 'Dashboard' }).first().click()
      const hair = await chart.getByRole('row', { name: 'Hair' }).getByRole('cell').innerText()
      await chart.getByRole('link', { name: 'Hair' }).click()
      await expect(page.getByText(`1–10 of ${hair}`)).toBeVisible()
    })

    await test.step('what no asset is made of is told, and the page stays; a model begins a new asset', async () => {
      await drop(page, 'notes.pdf', Buffer.from('%PDF'))
      await expect(page.getByRole('status').filter({ hasText: 'Only GLB models' })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/assets')
      await drop(page, 'Moon Lamp.glb', readFileSync('demo/models/moon-lamp.glb'))
      await expect(page).toHaveURL(/\/assets\/new$/)
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Moon Lamp')
      await expect(page.getByText('Moon Lamp.glb', { exact: true })).toBeVisible()
    })

    await test.step('what was begun there waits on the dashboard', async () => {
      await expect.poll(() => keptDrafts(page)).toContain('"modelUrl"')
      await page.goto('/')
      await page.getByRole('link', { name: 'Drafts on this device' }).click()
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Moon Lamp')
    })
  },
)

/** The drafts that are kept on this device, as text. */
const keptDrafts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const asking = opening.result.transaction('keyval').objectStore('keyval').getAll()
          asking.onsuccess = () => resolve(JSON.stringify(asking.result))
        }
      }),
  )

/** Drops a file in the middle of the page, as a person does who held it over the page before. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const files = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(text!), (letter) => letter.charCodeAt(0))], name!))
      return transfer
    },
    [name, content.toString('base64')] as const,
  )
  const main = page.getByRole('main')
  await main.dispatchEvent('dragover', { dataTransfer: files })
  await expect(page.getByText('Drop to make new assets')).toBeVisible()
  await main.dispatchEvent('drop', { dataTransfer: files })
  await expect(page.getByText('Drop to make new assets')).toHaveCount(0)
}
