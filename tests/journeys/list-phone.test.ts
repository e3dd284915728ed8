import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('applies filters on a phone only on Apply, and moves a row from its menu', async ({ page, shot }) => {
  await signIn(page)
  await expect(assetRows(page).first()).toBeVisible()
  const openFilters = () => page.getByRole('button', { name: /All Filters/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'All Filters' })
  const first = await assetRows(page).first().getByRole('link').first().textContent()
  let movedName = ''

  await test.step('discards the edited filters on Cancel', async () => {
    await openFilters()
    await sheet.getByRole('option', { name: 'Harbour Lane' }).tap()
    await expect(sheet.getByRole('button', { name: 'Remove Harbour Lane' })).toBeVisible()
    await sheet.getByRole('radio', { name: 'Locked', exact: true }).tap()
    await shot('phone-list-filters')
    await sheet.getByRole('button', { name: 'Cancel' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(page).not.toHaveURL(/filter=/)
    expect(await assetRows(page).first().getByRole('link').first().textContent()).toBe(first)
    await openFilters()
    await expect(sheet.getByRole('button', { name: 'Remove Harbour Lane' })).toHaveCount(0)
    await expect(sheet.getByRole('radio', { name: 'Any' })).toBeChecked()
  })

  await test.step('applies the filters in one history entry on Apply', async () => {
    await sheet.getByRole('combobox', { name: 'Application' }).fill('harb')
    await expect(sheet.getByRole('listbox', { name: 'Application' }).getByRole('option')).toHaveText(['Harbour Lane'])
    await sheet.getByRole('option', { name: 'Harbour Lane' }).tap()
    await sheet.getByRole('button', { name: 'Apply' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(page).toHaveURL(/applicationId/)
    await expect(page.getByRole('button', { name: 'All Filters 1' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Assets' })).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByRole('button', { name: 'No.' })).toBeVisible()
  })

  await test.step('moves a row to the third position', async () => {
    const name = await assetRows(page).first().getByRole('link').first().textContent()
    movedName = name!
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Move to' }).tap()
    await shot('phone-list-move')
    await page.getByRole('menuitem', { name: 'To a position…' }).tap()
    const dialog = page.getByRole('dialog', { name: `Move ${name}` })
    await dialog.getByRole('button', { name: /Down one/ }).tap()
    await dialog.getByRole('button', { name: /Down one/ }).tap()
    const patchResponse = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Move', exact: true }).tap()
    expect((await patchResponse).status()).toBe(200)
    await expect(assetRows(page).nth(2)).toContainText(name!)
  })

  await page.goBack()
  await expect(page).not.toHaveURL(/filter=/)
  // The unfiltered list starts with the moved row, because that row has the latest change.
  await expect(assetRows(page).first()).toContainText(movedName)
})

test('selects rows one by one on a phone, locks them in one action, and unlocks them on Undo', async ({ page }) => {
  await openSignedIn(page, `/assets?filter=${encodeURIComponent(JSON.stringify({ locked: 'false' }))}`)
  await expect(assetRows(page)).toHaveCount(10)
  const first = await assetRows(page).nth(0).getByRole('link').textContent()
  await assetRows(page)
    .nth(0)
    .getByRole('button', { name: /^Actions for/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Select' }).tap()
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(bar).toContainText('1 selected')
  await assetRows(page).nth(2).getByRole('link').tap()
  await expect(bar).toContainText('2 selected')
  await expect(page).toHaveURL(/\/assets\?/)
  await bar.getByRole('button', { name: 'Lock', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).tap()
  // The rows remain visible and selected, although they no longer match the filter.
  await expect(assetRows(page).nth(0)).toContainText('Locked')
  await expect(assetRows(page).nth(0)).toContainText(first!)
  await expect(bar).toContainText('2 selected')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(assetRows(page).nth(0)).not.toContainText('Locked')
  await expect(assetRows(page).nth(0)).toContainText(first!)
})

test(
  'moves a row by dragging its handle by touch in a window wide enough for the table',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 800 })
    await signIn(page)
    await page
      .getByRole('search')
      .getByRole('button', { name: /^Application/ })
      .tap()
    await page.getByRole('option', { name: 'Harbour Lane' }).tap()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Reorder .*, position 3$/ })).toBeVisible()
    const name = await assetRows(page).nth(2).getByRole('link').first().textContent()
    const grip = (await page.getByRole('button', { name: /^Reorder .*, position 3$/ }).boundingBox())!
    const touch = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: grip.x + 8, y }] })
    const y = grip.y + 10
    await finger('touchStart', y)
    for (const distance of [20, 60, 120, 160]) await finger('touchMove', y - distance)
    await expect(page.locator('tr[data-ghost]')).toContainText(name!)
    const patchResponse = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await finger('touchEnd', y - 160)
    expect((await patchResponse).status()).toBe(200)
    await expect(assetRows(page).first()).toContainText(name!)
  },
)

test('keeps the search field in place on a phone when the number of applications is loaded', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/v1\/applications\?/, async (route) => {
    await released
    await route.continue()
  })
  await openSignedIn(page, '/applications')
  const searchBox = () => page.getByRole('search').boundingBox()
  const before = await searchBox()
  release()
  await expect(page.getByText('1–4 of 4')).toBeVisible()
  expect(await searchBox()).toEqual(before)
})
