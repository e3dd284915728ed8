import { expect, openAs, rows, test } from './support.ts'

test('where data is to be saved nothing is fetched before somebody wants it: no page behind, no code of another page', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true }, configurable: true }),
  )
  await openAs(page, '/assets')
  await expect(rows(page)).toHaveCount(10)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(/^https?:\/\/[^/]+/, '')))
  const lists = () => asked.filter((url) => url.startsWith('/v1/assets?')).map((url) => /page=\d+/.exec(url)?.[0])
  await page.locator('th').getByRole('button', { name: 'Type' }).hover()
  await page.getByRole('navigation').getByRole('link', { name: 'Tags' }).hover()
  const before = await rows(page).first().getAttribute('data-row')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows(page).first()).not.toHaveAttribute('data-row', before!)
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  expect(lists()).toEqual(['page=2'])
  expect(asked.filter((url) => /\/assets\/tags|ahead-files/.test(url))).toEqual([])
})
