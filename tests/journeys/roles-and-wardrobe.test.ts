import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, openSignedIn, test } from './support.ts'

const USER = 'user@atelier.example'

test(
  "lets only an admin change a user's role, which signs that user out",
  SAMPLED_OPTIONS,
  async ({ page, browser, baseURL, shot }) => {
    const other = await (await browser.newContext()).newPage()
    await openSignedIn(other, '/users', USER, baseURL)
    await expect(other.getByRole('heading', { name: 'You don’t have permission to do this' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Users' })).toHaveCount(0)

    await openSignedIn(page, '/')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Name or e-mail' }).fill(USER)
    const userRows = page
      .getByRole('main')
      .locator('tbody tr')
      .filter({ has: page.locator('a[href^="/users/"]') })
    await expect(userRows).toHaveCount(1)
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`users-${scheme}`))).toEqual([])
    await userRows.getByRole('link').click()
    await expect(
      page
        .getByRole('region', { name: 'Sessions' })
        .getByText(/Last used/)
        .first(),
    ).toBeVisible()
    await page.getByRole('button', { name: /Role/ }).press('Enter')
    await page.getByRole('option', { name: 'Editor' }).press('Enter')
    const confirmDialog = page.getByRole('alertdialog', { name: /to Editor\?$/ })
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`role-${scheme}`))).toEqual([])
    await confirmDialog.getByRole('button', { name: 'Change role' }).click()
    await expect(confirmDialog).toBeHidden()
    await expect(page.getByText('Role changed')).toBeVisible()
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`user-${scheme}`))).toEqual([])
    // Restores the role, because later journeys on this server need it.
    await page.getByRole('button', { name: /Role/ }).press('Enter')
    await page.getByRole('option', { name: 'Viewer' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click()
    await expect(page.getByRole('button', { name: /Viewer/ })).toBeVisible()
    await other.goto(`${baseURL}/assets`)
    await expect(other).toHaveURL(/\/signin/)
    await other.context().close()
  },
)

test(
  'lets a user try on a garment, save an outfit, and open the outfit from the settings',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await openSignedIn(page, '/wardrobe', USER)
    const garment = page.getByRole('complementary', { name: 'Wardrobe' }).locator('[draggable]').first()
    const name = await garment.innerText()
    await garment.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/wear=/)
    await expect(page.locator('[data-state="finished"]')).toBeVisible({ timeout: 45_000 })
    await page.getByRole('textbox', { name: 'Outfit name' }).fill('Rainy')
    await page.getByRole('button', { name: 'Save outfit' }).click()
    await expect(page.getByRole('button', { name: 'Rainy', pressed: true })).toBeVisible()
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`wardrobe-${scheme}`))).toEqual([])
    await page.getByRole('button', { name: 'Delete outfit Rainy' }).click()
    const undoButton = page.getByRole('button', { name: 'Undo' })
    await expect(undoButton).toBeInViewport({ ratio: 1 })
    // The toast is in the corner of the page, outside the scrolling list of outfits.
    const { y } = (await undoButton.boundingBox())!
    expect(y).toBeGreaterThan(700)
    await undoButton.click()
    await expect(page.getByRole('button', { name: 'Rainy', pressed: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name, pressed: true })).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('link', { name: 'Rainy' })).toBeVisible()
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`settings-${scheme}`))).toEqual([])
    await page.getByRole('link', { name: 'Rainy' }).click()
    await expect(page.getByRole('button', { name, pressed: true })).toBeVisible()
  },
)

test('adds an asset to a wardrobe and removes the asset by keyboard alone', SAMPLED_OPTIONS, async ({ page, shot }) => {
  await openSignedIn(page, '/wardrobe')
  const chooseButton = page.getByRole('button', { name: 'Choose assets' })
  await chooseButton.press('Enter')
  const field = page.getByRole('combobox', { name: 'Choose assets' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('option').nth(4)).toBeAttached()
  expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`wardrobe-picker-${scheme}`))).toEqual([])
  await page.keyboard.press('ArrowDown')
  const first = page.getByRole('option').first()
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? 'none')
  const name = await first.innerText()
  const removeButton = page.getByRole('button', { name: `Remove ${name} from the wardrobe` })
  await page.keyboard.press('Enter')
  await expect(removeButton).toBeAttached()
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(removeButton).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(chooseButton).toBeFocused()
})
