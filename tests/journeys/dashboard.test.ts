import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, test } from './support.ts'

/** Maximum Cumulative Layout Shift while the page loads. */
const MAX_SHIFT = 0.02

test(
  'loads the dashboard with little layout shift, links figures to lists, and accepts a dropped model',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await recordLayoutShifts(page)
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await openSignedIn(page, '/')
    const chart = page.getByRole('table', { name: 'Assets' })
    const lockedLink = page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('link', { name: 'Locked by you' })
    await expect(chart.getByRole('rowheader', { name: 'Hair' })).toBeVisible()
    await expect(lockedLink).toBeVisible()
    await expect(page.getByText('Nothing running.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')).toHaveCount(8)
    await expect(page.getByRole('region', { name: 'Recently changed' }).getByRole('listitem')).toHaveCount(9)
    expect((await readLayoutShifts(page)).sum).toBeLessThan(MAX_SHIFT)
    expect(requestedPaths.filter((path) => /three|AvatarViewer/i.test(path))).toEqual([])
    await shot('dashboard')

    await test.step('links an open task and a bar of the chart to their assets', async () => {
      await lockedLink.click()
      await expect(page.getByRole('button', { name: 'Lock state: Locked by you' })).toBeVisible()
      await expect(assetRows(page).first()).toContainText('Locked')
      await page.getByRole('link', { name: 'Dashboard' }).first().click()
      const hairCount = await chart.getByRole('row', { name: 'Hair' }).getByRole('cell').innerText()
      await chart.getByRole('link', { name: 'Hair' }).click()
      await expect(page.getByText(`1–10 of ${hairCount}`)).toBeVisible()
    })

    await test.step('rejects an unsupported file with a message and starts a new asset from a model', async () => {
      await dropFile(page, 'notes.pdf', Buffer.from('%PDF'))
      await expect(page.getByRole('status').filter({ hasText: 'Only GLB models' })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/assets')
      await dropFile(page, 'Moon Lamp.glb', readFileSync('demo/models/moon-lamp.glb'))
      await expect(page).toHaveURL(/\/assets\/new$/)
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Moon Lamp')
      await expect(page.getByText('Moon Lamp.glb', { exact: true })).toBeVisible()
    })

    await test.step('lists the new draft on the dashboard', async () => {
      await expect.poll(() => readStoredDrafts(page)).toContain('"modelUrl"')
      await page.goto('/')
      await page.getByRole('link', { name: 'Drafts on this device' }).click()
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Moon Lamp')
    })
  },
)

const readStoredDrafts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const openRequest = indexedDB.open('keyval-store')
        openRequest.onerror = () => reject(openRequest.error)
        openRequest.onsuccess = () => {
          const valuesRequest = openRequest.result.transaction('keyval').objectStore('keyval').getAll()
          valuesRequest.onsuccess = () => resolve(JSON.stringify(valuesRequest.result))
        }
      }),
  )

/** Drags a file over the page and drops the file, as a user does. */
async function dropFile(page: Page, name: string, content: Buffer): Promise<void> {
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
  await expect(page.getByText('Drop to create assets')).toBeVisible()
  await main.dispatchEvent('drop', { dataTransfer: files })
  await expect(page.getByText('Drop to create assets')).toHaveCount(0)
}
