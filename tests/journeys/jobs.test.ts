import type { Page } from '@playwright/test'
import { parseSessionRecord, SESSION_KEY } from '../../src/machines/session/session-record.ts'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, retryWhileBusy, signIn, test } from './support.ts'

async function requestVariant(page: Page, assetId: string) {
  const session = parseSessionRecord(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY))
  const headers = { authorization: `Bearer ${session?.token}` }
  const response = await retryWhileBusy(() =>
    page.request.post(`/v1/assets/${assetId}/variants`, { data: { recipe: 'web' }, headers }),
  )
  expect(response.ok()).toBe(true)
}

test(
  'adds a job requested through the API to the open list of jobs, and shows when the job is done',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await signIn(page)
    const link = assetRows(page).first().getByRole('link').first()
    const [name, address] = [await link.innerText(), (await link.getAttribute('href'))!]
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
    await requestVariant(page, address.split('/').at(-1)!)
    const jobRow = assetRows(page).filter({ hasText: name }).filter({ hasText: 'Optimise' }).first()
    await expect(jobRow).toContainText('Done', { timeout: 60_000 })
    await jobRow.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  },
)

test('cancels a job from its menu and queues the job again on Undo, without axe violations in the list', async ({
  page,
  shot,
}) => {
  const asset = { id: 'a', name: 'Bow tie', type: 'top' }
  const job = { id: 'j', kind: 'morph', attempts: 1, asset, createdAt: new Date().toISOString() }
  const other = { ...job, id: 'k', status: 'failed', progress: 0, error: 'The cage has holes.' }
  // Simulates a job that does not end during the test.
  let jobState: object = { status: 'running', progress: 0.4 }
  const pagination = { page: 1, limit: 10, totalPages: 1, totalDocs: 2, hasNextPage: false }
  await page.route('**/v1/jobs?*', (route) =>
    route.fulfill({ json: { data: [{ ...job, ...jobState }, other], pagination } }),
  )
  await page.route('**/v1/jobs/j/*', (route) => {
    const isCancel = route.request().url().endsWith('cancel')
    jobState = isCancel
      ? { status: 'failed', progress: 0, error: 'The job was cancelled.' }
      : { status: 'queued', progress: 0 }
    return route.fulfill({ json: { ...job, ...jobState } })
  })
  await signIn(page)
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  const jobRow = assetRows(page).first()
  await expect(jobRow.getByRole('progressbar', { name: 'Progress of Bow tie' })).toHaveAttribute('aria-valuenow', '40')
  expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`jobs-${scheme}`))).toEqual([])
  await jobRow.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel job' }).click()
  await expect(jobRow).toContainText('The job was cancelled.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(jobRow).toContainText('Queued')
})
