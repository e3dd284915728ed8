import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { findClippedTexts } from './clipped-texts.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { ADMIN_EMAIL, assetRows, expect, PASSWORD, retryWhileBusy, test } from './support.ts'

// German has the longest words of the supported languages.
test.use({ locale: 'de-DE' })

const DESK = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
const MAIN_WIDTHS = [320, 768, 1280]
const ALL_WIDTHS = [320, 390, 768, 1280]

/** Returns functions that check the page at several window widths. Takes screenshots if `SHOTS` is set. */
const createChecks = (page: Page, shot: (name: string) => Promise<void>) => {
  const checkPage = async (name: string, widths = MAIN_WIDTHS) => {
    for (const width of widths) {
      await page.setViewportSize({ ...(width < 768 ? PHONE : DESK), width })
      // Waits for layout that depends on the window's size.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect.soft(await findClippedTexts(page), `${name} at ${width}`).toEqual([])
      if (process.env['SHOTS']) await shot(`de-${name}-${width}`)
    }
    await page.setViewportSize(DESK)
  }
  const checkAccessibility = async (name: string) =>
    expect.soft(await findAxeViolations(page), `axe: ${name}`).toEqual([])
  const visit = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const closeOverlays = async () => {
    await page.keyboard.press('Escape')
    await expect(page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]')).toHaveCount(0)
  }
  return { checkPage, checkAccessibility, visit, closeOverlays }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()

test.beforeEach(({ page }) => page.setViewportSize(DESK))

test('clips no German text on the pages of visitors, guests and new users', SAMPLED_OPTIONS, async ({ page, shot }) => {
  const { checkPage, checkAccessibility, visit } = createChecks(page, shot)
  await visit('/signin?reason=login_required')
  await button(page, 'Anmelden').click()
  await checkPage('signin')
  await page.getByText('Code per E-Mail').click()
  await page.getByLabel('E-Mail').fill('jemand.mit.einem.langen.namen@atelier.example')
  await button(page, 'Code senden').click()
  await expect(page.getByText('Sieh in dein Postfach')).toBeVisible()
  await checkPage('code')
  for (const name of ['forgot', 'verify', 'reset-password']) {
    await visit(`/${name}`)
    await checkPage(name, [320, 1280])
  }
  await visit('/signin')
  await button(page, 'Als Gast weiter').click()
  await expect(page.getByRole('main').getByRole('cell').first()).toBeVisible()
  await checkPage('guest-home', [320, 1280])
  await page
    .getByRole('link', { name: /^Assets( \d+)?$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  await expect(assetRows(page).first()).toBeVisible()
  await checkPage('guest-list', [320, 1280])
  await visit('/assets/new')
  await checkPage('forbidden', [320, 1280])
  await visit('/tags')
  await checkPage('guest-tags', [320, 1280])
  await visit('/account')
  await checkPage('guest-account')
  await checkAccessibility('guest-account')
  await page.getByRole('main').getByRole('link', { name: 'Konto anlegen' }).click()
  await page.getByLabel('E-Mail').fill('neu@atelier.example')
  await page.getByLabel('Passwort', { exact: true }).fill('korrekt pferd batterie')
  await checkPage('signup')
  await button(page, 'Konto anlegen').click()
  await expect(page.getByRole('heading', { name: 'Rolle' })).toBeVisible()
  await checkPage('new-account')
  await page.getByRole('link', { name: 'Assets' }).first().click()
  await expect(assetRows(page).first()).toBeVisible()
  await expect(page.getByText('Bestätige deine E-Mail.')).toBeVisible()
  await checkPage('new-list')
  await checkAccessibility('new-list')
  await button(page, 'Noch einmal senden').click()
  await expect(page.getByText('E-Mail gesendet.')).toBeVisible()
  await checkPage('new-sent')
})

test(
  'clips no German text on the pages of an admin, including dialogs and menus',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    test.setTimeout(360_000)
    const { checkPage, checkAccessibility, visit, closeOverlays } = createChecks(page, shot)
    const longUser = {
      name: 'Jemand mit einem ungewöhnlich langen Namen',
      email: 'jemand.mit.einem.ungewoehnlich.langen.namen@werkstatt.atelier.example',
    }
    const data = { ...longUser, password: 'korrekt pferd batterie' }
    expect((await retryWhileBusy(() => page.request.post('/v1/auth/signup', { data }))).ok()).toBe(true)
    await visit('/signin')
    await page.getByLabel('E-Mail').fill(ADMIN_EMAIL)
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
    await button(page, 'Anmelden').click()
    await expect(page.getByRole('main').getByRole('cell').first()).toBeVisible()
    await checkPage('home', ALL_WIDTHS)
    await checkAccessibility('home')
    await page
      .getByRole('link', { name: /^Assets( \d+)?$/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
    await expect(assetRows(page).first()).toBeVisible()
    await checkPage('list', ALL_WIDTHS)
    await checkAccessibility('list')
    for (const [name, widths, isPhone] of [
      [/Dein Konto/, [768, 1280], false],
      [/Dein Konto/, [320], true],
      [/^Aktionen für/, [768, 1280], false],
      [/^Aktionen für/, [320], true],
      [/^Geändert/, [320], true],
      [/^Alle Filter/, [320, 390], true],
      [/^Spalten/, [768, 1280], false],
    ] as const) {
      await page.setViewportSize(isPhone ? PHONE : DESK)
      await button(page, name).click()
      await expect(page.locator('[role="dialog"], [role="menu"]').first()).toBeVisible()
      if (String(name).includes('Filter'))
        await expect(page.getByRole('option', { name: 'Harbour Lane' })).toBeVisible()
      await checkPage(`over${String(name).replace(/\W/g, '')}`, [...widths])
      if (isPhone) await page.setViewportSize(PHONE)
      if (String(name).includes('Konto')) await checkAccessibility(`account menu, ${isPhone ? 'phone' : 'desk'}`)
      await closeOverlays()
    }
    await page.setViewportSize(DESK)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkPage('keys', [320, 1280])
    await closeOverlays()
    await page
      .getByRole('checkbox', { name: /auswählen$/ })
      .nth(1)
      .click()
    await expect(page.getByRole('toolbar', { name: 'Auswahl' })).toBeVisible()
    await checkPage('bulk', ALL_WIDTHS)
    await page.setViewportSize(PHONE)
    await checkAccessibility('bulk on a phone')
    await page.setViewportSize(DESK)
    await page.getByRole('toolbar').getByRole('button', { name: 'Sperren', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkPage('bulk-lock', [320, 1280])
    await page.getByRole('dialog').getByRole('button', { name: 'Sperren', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: /gesperrt/ })).toBeVisible()
    await checkPage('toast', [320, 1280])
    await visit(`/assets?filter=${encodeURIComponent('{"search":"nichts dergleichen","gender":"female"}')}`)
    await checkPage('no-match', [320, 1280])
    await visit(`/assets?filter=${encodeURIComponent('{"type":["costume","headwear"],"gender":["female","neutral"]}')}`)
    await expect(assetRows(page).first()).toBeVisible()
    await checkPage('filtered', [320, 768, 1280])
    await checkAccessibility('filtered')
    for (const [name, path, widths] of [
      ['new', '/assets/new', ALL_WIDTHS],
      ['viewer', '/viewer', ALL_WIDTHS],
      ['jobs', '/jobs', MAIN_WIDTHS],
      ['applications', '/applications', MAIN_WIDTHS],
      ['bodies', '/bodies', MAIN_WIDTHS],
      ['webhooks', '/webhooks', MAIN_WIDTHS],
      ['trash', '/trash', MAIN_WIDTHS],
      ['activity', '/activity', MAIN_WIDTHS],
      ['tokens', '/tokens', MAIN_WIDTHS],
      ['users', '/users', MAIN_WIDTHS],
      ['wardrobe', '/wardrobe', ALL_WIDTHS],
      ['settings', '/settings', ALL_WIDTHS],
      ['asset-activity', '/activity/assets', MAIN_WIDTHS],
      ['missing', '/no/such', [320, 1280]],
      ['missing-asset', '/assets/0190-no', [320, 1280]],
    ] as const) {
      await visit(path)
      await checkPage(name, [...widths])
    }
    await visit('/tags')
    await checkPage('tags', [320, 768])
    await button(page, /Neue[rs]? Tag/).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkPage('new-tag', [320, 1280])
    await closeOverlays()
    await visit('/account')
    await checkPage('account', ALL_WIDTHS)
    await checkAccessibility('account')
    await button(page, 'Überall abmelden').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await checkPage('end-all', [320, 1280])
    await checkAccessibility('end-all')
    await closeOverlays()
    await visit('/assets?filter={"type":["costume"]}')
    await assetRows(page).first().getByRole('link').first().click()
    await expect(page.locator('[data-state="finished"]')).toBeVisible({ timeout: 45_000 })
    await checkPage('asset', ALL_WIDTHS)
    // Opens sections from the bottom up, because an opened section moves the sections below.
    for (const name of ['Wo es verwendet wird', 'Optimierte Versionen', 'Angepasste Versionen'])
      await button(page, name).click()
    await expect(page.getByText('Detailstufen')).toBeVisible()
    await expect(page.getByText(/^In \d+ Garderobe/)).toBeVisible()
    await checkPage('asset-opened', [320, 1280])
    await button(page, 'Ersetzen …').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkPage('replace', [320, 1280])
    await closeOverlays()
  },
)
