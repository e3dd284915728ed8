import { SAMPLED_OPTIONS } from './sampled.ts'
import { ADMIN_EMAIL, assetRows, expect, PASSWORD, signIn, test } from './support.ts'

test(
  "replaces a guest's open page when another tab signs in, without a frame of stale content",
  SAMPLED_OPTIONS,
  async ({ page, context }) => {
    await page.goto('/signin?to=%2Fassets')
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(assetRows(page).first()).toBeVisible()
    const total = page
      .getByRole('main')
      .getByText(/of \d+/)
      .first()
    const guestCount = await total.textContent()

    // Records each frame that shows the guest's page after another tab has stored the session of another account.
    await page.evaluate(() => {
      const guestId = JSON.parse(localStorage.getItem('persist:user')!).data._id
      const mainElement = document.querySelector('main')
      const staleTexts: string[] = []
      Object.assign(window, { stale: staleTexts })
      let hasSessionChanged = false
      addEventListener('storage', ({ key, newValue }) => {
        if (key === 'persist:user' && newValue && JSON.parse(newValue).data._id !== guestId) hasSessionChanged = true
      })
      const recordText = () => {
        if (hasSessionChanged && document.querySelector('main') === mainElement)
          staleTexts.push(mainElement!.innerText.slice(0, 40))
        requestAnimationFrame(recordText)
      }
      requestAnimationFrame(recordText)
    })
    const other = await context.newPage()
    await other.goto('/signin?to=%2Fassets')
    await other.getByLabel('E-mail').fill(ADMIN_EMAIL)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(other.getByRole('link', { name: 'New asset' }).first()).toBeVisible()
    const adminCount = await other
      .getByRole('main')
      .getByText(/of \d+/)
      .first()
      .textContent()
    expect(adminCount).not.toBe(guestCount)

    await expect(page.getByRole('link', { name: 'New asset' }).first()).toBeVisible()
    await expect(total).toHaveText(adminCount!)
    expect(await page.evaluate(() => (window as unknown as { stale: string[] }).stale)).toEqual([])
  },
)

test('shows the assets of an account when a guest signs in to that account in the same tab', async ({ page }) => {
  await page.goto('/signin?to=%2Fassets')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(assetRows(page).first()).toBeVisible()
  const guestCount = await page
    .getByRole('main')
    .getByText(/of \d+/)
    .first()
    .textContent()
  await signIn(page)
  await expect(
    page
      .getByRole('main')
      .getByText(/of \d+/)
      .first(),
  ).not.toHaveText(guestCount!)
  await expect(page.getByRole('link', { name: 'New asset' }).first()).toBeVisible()
})
