import { SAMPLED } from './sampled.ts'
import { ADMIN, expect, PASSWORD, rows, signIn, test } from './support.ts'

test(
  'whoever signs in gets a page of their own, in this tab and in another, and nothing of the guest stays for a frame',
  SAMPLED,
  async ({ page, context }) => {
    await page.goto('/signin?to=%2Fassets')
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(rows(page).first()).toBeVisible()
    const total = page
      .getByRole('main')
      .getByText(/of \d+/)
      .first()
    const guests = await total.textContent()

    // Tells of every frame in which the guest's page stands although storage names another account.
    await page.evaluate(() => {
      const guest = JSON.parse(localStorage.getItem('persist:user')!).data._id
      const main = document.querySelector('main')
      const seen: string[] = []
      Object.assign(window, { stale: seen })
      let hasHeard = false
      addEventListener('storage', ({ key, newValue }) => {
        if (key === 'persist:user' && newValue && JSON.parse(newValue).data._id !== guest) hasHeard = true
      })
      const look = () => {
        if (hasHeard && document.querySelector('main') === main) seen.push(main!.innerText.slice(0, 40))
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const other = await context.newPage()
    await other.goto('/signin?to=%2Fassets')
    await other.getByLabel('E-mail').fill(ADMIN)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(other.getByRole('link', { name: 'New asset' }).first()).toBeVisible()
    const admins = await other
      .getByRole('main')
      .getByText(/of \d+/)
      .first()
      .textContent()
    expect(admins).not.toBe(guests)

    await expect(page.getByRole('link', { name: 'New asset' }).first()).toBeVisible()
    await expect(total).toHaveText(admins!)
    expect(await page.evaluate(() => (window as unknown as { stale: string[] }).stale)).toEqual([])
  },
)

test('a guest who signs in to an account in the same tab sees what the account may see', async ({ page }) => {
  await page.goto('/signin?to=%2Fassets')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(rows(page).first()).toBeVisible()
  const guests = await page
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
  ).not.toHaveText(guests!)
  await expect(page.getByRole('link', { name: 'New asset' }).first()).toBeVisible()
})
