import type { APIRequestContext } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, openSignedIn, PASSWORD, retryWhileBusy, test } from './support.ts'

const DEVELOPER = 'developer@atelier.example'

test(
  'shows a second editor of an asset to the first editor, and reports a conflicting save',
  SAMPLED_OPTIONS,
  async ({ page, browser, baseURL, shot }) => {
    const { id, name } = await findEditableAsset(page.request)
    const other = await (await browser.newContext()).newPage()
    await openSignedIn(page, `/assets/${id}`)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    const otherUsers = page.getByRole('list', { name: 'Also here' }).getByRole('listitem')
    await expect(otherUsers).toHaveCount(0)

    await openSignedIn(other, `/assets/${id}`, DEVELOPER, baseURL)
    const otherNameField = other.getByRole('textbox', { name: 'Name' })
    await expect(otherNameField).toHaveValue(name)
    await expect(otherUsers).toHaveText([/ is looking at this$/])
    await otherNameField.fill(`${name}, theirs`)
    await expect(otherUsers).toHaveText([/ is editing$/])
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`together-${scheme}`))).toEqual([])

    await page.getByRole('textbox', { name: 'Name' }).fill(`${name}, mine`)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}, mine`)
    await other.getByRole('button', { name: 'Save changes' }).click()
    await expect(other.getByText('A team member changed this in the meantime.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}, mine`)
    await other.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}, theirs`)
    await other.getByRole('textbox', { name: 'Name' }).fill(name)
    await other.getByRole('button', { name: 'Save changes' }).click()
    await expect(other.getByText('Saved just now')).toBeVisible()

    // Navigates within the app, because the browser may drop the last request of a page that the user leaves.
    await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assets' }).click()
    await expect(otherUsers).toHaveCount(0)
    await other.context().close()
  },
)

async function findEditableAsset(request: APIRequestContext): Promise<{ id: string; name: string }> {
  const data = { email: DEVELOPER, password: PASSWORD }
  const { token } = await (await retryWhileBusy(() => request.post('/v1/auth/login', { data }))).json()
  const headers = { authorization: `Bearer ${token}` }
  const path = '/v1/assets/editable?locked=false&limit=1&order=name'
  const editable = await retryWhileBusy(() => request.get(path, { headers }))
  return (await editable.json()).data[0]
}
