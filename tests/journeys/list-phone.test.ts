import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, signIn, test } from './support.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('on a phone all filters are held until Apply, searched ones too, and a row moves by its menu', async ({
  page,
  shot,
}) => {
  await signIn(page)
  await expect(rows(page).first()).toBeVisible()
  const open = () => page.getByRole('button', { name: /All Filters/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'All Filters' })
  const first = await rows(page).first().getByRole('link').first().textContent()
  let moved = ''

  await test.step('Cancel drops what was edited', async () => {
    await open()
    await sheet.getByRole('option', { name: 'Harbour Lane' }).tap()
    await expect(sheet.getByRole('button', { name: 'Remove Harbour Lane' })).toBeVisible()
    await sheet.getByRole('radio', { name: 'Locked', exact: true }).tap()
    await shot('phone-list-filters')
    await sheet.getByRole('button', { name: 'Cancel' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(page).not.toHaveURL(/filter=/)
    expect(await rows(page).first().getByRole('link').first().textContent()).toBe(first)
    await open()
    await expect(sheet.getByRole('button', { name: 'Remove Harbour Lane' })).toHaveCount(0)
    await expect(sheet.getByRole('radio', { name: 'Any' })).toBeChecked()
  })

  await test.step('Apply sets it, in one entry of the history', async () => {
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

  await test.step('a row goes to the third place', async () => {
    const name = await rows(page).first().getByRole('link').first().textContent()
    moved = name!
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Move to' }).tap()
    await shot('phone-list-move')
    await page.getByRole('menuitem', { name: 'To a position…' }).tap()
    const dialog = page.getByRole('dialog', { name: `Move ${name}` })
    await dialog.getByRole('button', { name: /Down one/ }).tap()
    await dialog.getByRole('button', { name: /Down one/ }).tap()
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Move', exact: true }).tap()
    expect((await saved).status()).toBe(200)
    await expect(rows(page).nth(2)).toContainText(name!)
  })

  await page.goBack()
  await expect(page).not.toHaveURL(/filter=/)
  // What was moved was changed last, and so stands first now.
  await expect(rows(page).first()).toContainText(moved)
})

test('on a phone rows are picked one after the other, locked together, and that is taken back', async ({ page }) => {
  await openAs(page, `/assets?filter=${encodeURIComponent(JSON.stringify({ locked: 'false' }))}`)
  await expect(rows(page)).toHaveCount(10)
  const first = await rows(page).nth(0).getByRole('link').textContent()
  await rows(page)
    .nth(0)
    .getByRole('button', { name: /^Actions for/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Select' }).tap()
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(bar).toContainText('1 selected')
  await rows(page).nth(2).getByRole('link').tap()
  await expect(bar).toContainText('2 selected')
  await expect(page).toHaveURL(/\/assets\?/)
  await bar.getByRole('button', { name: 'Lock', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).tap()
  // They stand where they are, though the filter is for others, and stay picked.
  await expect(rows(page).nth(0)).toContainText('Locked')
  await expect(rows(page).nth(0)).toContainText(first!)
  await expect(bar).toContainText('2 selected')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(rows(page).nth(0)).not.toContainText('Locked')
  await expect(rows(page).nth(0)).toContainText(first!)
})

test('a finger carries a row by its handle where there is room for a table', SAMPLED, async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 800 })
  await signIn(page)
  await page
    .getByRole('search')
    .getByRole('button', { name: /^Application/ })
    .tap()
  await page.getByRole('option', { name: 'Harbour Lane' }).tap()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Reorder .*, position 3$/ })).toBeVisible()
  const name = await rows(page).nth(2).getByRole('link').first().textContent()
  const grip = (await page.getByRole('button', { name: /^Reorder .*, position 3$/ }).boundingBox())!
  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: grip.x + 8, y }] })
  const y = grip.y + 10
  await finger('touchStart', y)
  for (const far of [20, 60, 120, 160]) await finger('touchMove', y - far)
  await expect(page.locator('tr[data-ghost]')).toContainText(name!)
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await finger('touchEnd', y - 160)
  expect((await saved).status()).toBe(200)
  await expect(rows(page).first()).toContainText(name!)
})

test('on a phone nothing is pushed aside when the number of applications comes', async ({ page }) => {
  let answer = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/v1\/applications\?/, async (route) => {
    await isLetGo
    await route.continue()
  })
  await openAs(page, '/applications')
  const place = () => page.getByRole('search').boundingBox()
  const before = await place()
  answer()
  await expect(page.getByText('1–4 of 4')).toBeVisible()
  expect(await place()).toEqual(before)
})
