import type { Page } from '@playwright/test'
import { fromStored, SESSION_KEY } from '../../src/machines/rules/session-record.ts'
import { faultsInBothSchemes } from './axe.ts'
import { SAMPLED } from './sampled.ts'
import { answerOf, expect, rows, signIn, test } from './support.ts'

/** Asks for a variant of an asset's model, past the page that is to have a button for it. */
async function askForVariant(page: Page, assetId: string) {
  const session = fromStored(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY))
  const headers = { authorization: `Bearer ${session?.token}` }
  const answer = await answerOf(() =>
    page.request.post(`/v1/assets/${assetId}/variants`, { data: { recipe: 'web' }, headers }),
  )
  expect(answer.ok()).toBe(true)
}

test(
  'what is asked for elsewhere comes into the list by itself, and says when it is done',
  SAMPLED,
  async ({ page }) => {
    await signIn(page)
    const link = rows(page).first().getByRole('link').first()
    const [name, address] = [await link.innerText(), (await link.getAttribute('href'))!]
    await page.getByRole('link', { name: 'Jobs' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
    await askForVariant(page, address.split('/').at(-1)!)
    const ours = rows(page).filter({ hasText: name }).filter({ hasText: 'Optimise' }).first()
    await expect(ours).toContainText('Done', { timeout: 60_000 })
    await ours.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  },
)

test('a job is cancelled from its menu and taken back by Undo, and the list has no fault axe can find', async ({
  page,
  shot,
}) => {
  const asset = { id: 'a', name: 'Bow tie', type: 'top' }
  const job = { id: 'j', kind: 'morph', attempts: 1, asset, createdAt: new Date().toISOString() }
  const other = { ...job, id: 'k', status: 'failed', progress: 0, error: 'The cage has holes.' }
  // One that stays at work as long as this looks at it.
  let now: object = { status: 'running', progress: 0.4 }
  const pagination = { page: 1, limit: 10, totalPages: 1, totalDocs: 2, hasNextPage: false }
  await page.route('**/v1/jobs?*', (route) =>
    route.fulfill({ json: { data: [{ ...job, ...now }, other], pagination } }),
  )
  await page.route('**/v1/jobs/j/*', (route) => {
    const isCancel = route.request().url().endsWith('cancel')
    now = isCancel ? { status: 'failed', progress: 0, error: 'It was cancelled.' } : { status: 'queued', progress: 0 }
    return route.fulfill({ json: { ...job, ...now } })
  })
  await signIn(page)
  await page.getByRole('link', { name: 'Jobs' }).click()
  const ours = rows(page).first()
  await expect(ours.getByRole('progressbar', { name: 'Progress of Bow tie' })).toHaveAttribute('aria-valuenow', '40')
  expect(await faultsInBothSchemes(page, (scheme) => shot(`jobs-${scheme}`))).toEqual([])
  await ours.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel job' }).click()
  await expect(ours).toContainText('It was cancelled.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(ours).toContainText('Queued')
})
