import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, signIn, test } from './support.ts'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`forms at ${viewport.width} pixels`, () => {
    test.use({ viewport })

    test(
      'shows no errors before input, and on submit shows all errors and focuses the first invalid field',
      SAMPLED_OPTIONS,
      async ({ page, shot }) => {
        await openSignedIn(page, '/assets/new')
        const alerts = page.getByRole('form', { name: 'New asset' }).getByText(/Choose a file\.|Give it a name\./)
        await expect(page.getByLabel('Name')).toBeVisible()
        await expect(alerts).toHaveCount(0)
        await page.getByLabel('Name').fill('A')
        await page.getByLabel('Name').fill('')
        await page.getByLabel('Name').blur()
        await expect(page.getByText('Enter a name.')).toBeVisible()
        await expect(page.getByText('Choose a file.')).toHaveCount(0)
        await page.getByLabel('Name').press('Enter')
        await expect(page.getByText('Choose a file.')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Model: Upload a file or drag and drop' })).toBeFocused()
        expect.soft(await findAxeViolations(page)).toEqual([])
        await shot(`form-blocked-${viewport.width}`)
        await page.getByLabel('Name').fill('Boot')
        await expect(page.getByText('Enter a name.')).toHaveCount(0)
        // Pressing the button focuses the field of the missing input.
        await page.getByRole('button', { name: 'Create asset' }).click({ force: true })
        await expect(page.getByRole('button', { name: 'Model: Upload a file or drag and drop' })).toBeFocused()
      },
    )

    test(
      'stores a draft of a new asset when the user leaves, restores the draft, and discards it on request',
      SAMPLED_OPTIONS,
      async ({ page }) => {
        await openSignedIn(page, '/assets/new')
        await page.getByLabel('Name').fill('Half done')
        await page.getByRole('link', { name: 'Assets' }).first().click()
        await expect(assetRows(page).first()).toBeVisible()
        await page.goto('/assets/new')
        await expect(page.getByText('Pick up where you left off.')).toBeVisible()
        await expect(page.getByLabel('Name')).toHaveValue('Half done')
        await page.getByRole('button', { name: 'Start over' }).click()
        await expect(page.getByLabel('Name')).toHaveValue('')
        await expect.poll(() => hasStoredDraft(page, 'draft:new-asset:')).toBe(false)
        await page.reload()
        await expect(page.getByLabel('Name')).toHaveValue('')
        await expect(page.getByText('Pick up where you left off.')).toHaveCount(0)
      },
    )

    test(
      'shows a dialog when the user leaves a form whose draft cannot be stored',
      SAMPLED_OPTIONS,
      async ({ page, shot }) => {
        await blockDraftStorage(page)
        await openSignedIn(page, '/assets/new')
        await page.getByLabel('Name').fill('Half done')
        await page.getByRole('link', { name: 'Assets' }).first().click()
        await expect(page.getByRole('alertdialog')).toContainText('you’ll lose them')
        expect.soft(await findAxeViolations(page)).toEqual([])
        await shot(`form-leave-${viewport.width}`)
        await page.getByRole('button', { name: 'Stay' }).click()
        await expect(page.getByLabel('Name')).toHaveValue('Half done')
        await page.getByRole('link', { name: 'Assets' }).first().click()
        await page.getByRole('button', { name: 'Leave' }).click()
        await expect(assetRows(page).first()).toBeVisible()
      },
    )
  })
}

test(
  'shows an empty form after creating an asset with Create another, and links to the created asset',
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await openSignedIn(page, '/assets/new')
    const buffer = readFileSync('demo/models/moon-lamp.glb')
    await page.locator('input[type="file"]').first().setInputFiles({ name: 'Night Cap.glb', mimeType: '', buffer })
    await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
    await page.getByRole('switch', { name: 'Create another' }).press('Space')
    await page.getByRole('button', { name: 'Create asset' }).click()
    await expect(page.getByText('Night Cap created')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('')
    await page.getByRole('link', { name: 'Open: Night Cap' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Night Cap' })).toBeVisible()
  },
)

test(
  'offers to restore unsaved changes of an asset after a reload, until the user saves them',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await openUnlockedAsset(page)
    await nameField(page).fill('Almost There')
    await expect.poll(() => hasStoredDraft(page)).toBe(true)
    await page.reload()
    await expect(page.getByText('You have unsaved changes.')).toBeVisible()
    await expect(nameField(page)).not.toHaveValue('Almost There')
    expect.soft(await findAxeViolations(page)).toEqual([])
    await shot('form-draft-offered')
    await page.getByRole('button', { name: 'Restore changes' }).click()
    await expect(nameField(page)).toHaveValue('Almost There')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Almost There' })).toBeVisible()
    await expect.poll(() => hasStoredDraft(page)).toBe(false)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Almost There' })).toBeVisible()
    await expect(page.getByText('You have unsaved changes.')).toHaveCount(0)
  },
)

test(
  'confirms a save without moving the focus, and restores unsaved input when the user returns',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await openUnlockedAsset(page)
    const save = page.getByRole('button', { name: 'Save changes' })
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await shot('asset-save-quiet')
    const before = await nameField(page).inputValue()
    await nameField(page).fill('By Enter')
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    await shot('asset-save-ready')
    await nameField(page).press('Enter')
    await expect(page.getByText('Saved just now')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'By Enter' })).toBeVisible()
    await expect(nameField(page)).toBeFocused()
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    expect.soft(await findAxeViolations(page)).toEqual([])
    await shot('asset-save-done')

    await page.keyboard.type(' and Keys')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByRole('heading', { level: 1, name: 'By Enter and Keys' })).toBeVisible()
    await expect(nameField(page)).toBeFocused()

    const { pathname } = new URL(page.url())
    await nameField(page).fill('Typed and left')
    await page.getByRole('link', { name: 'Assets' }).first().click()
    await expect(assetRows(page).first()).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.goto(pathname)
    await page.getByRole('button', { name: 'Restore changes' }).click()
    await expect(nameField(page)).toHaveValue('Typed and left')
    await nameField(page).fill(before)
    await nameField(page).press('Enter')
    await expect(page.getByText('Saved just now')).toBeVisible()
  },
)

async function openUnlockedAsset(page: Page): Promise<void> {
  await openSignedIn(page, '/assets?filter={"locked":"false"}')
  await assetRows(page).nth(2).getByRole('link').first().click()
  await expect(nameField(page)).toBeEditable()
}

/** Denies the page access to IndexedDB, where drafts are stored, as private windows of some browsers do. */
const blockDraftStorage = (page: Page) =>
  page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name, ...args) {
      if (name === 'keyval-store') throw new DOMException('Denied', 'SecurityError')
      return open.call(this, name, ...args)
    }
  })

const nameField = (page: Page) => page.getByLabel('Name', { exact: true })

const hasStoredDraft = (page: Page, prefix = 'draft:asset:'): Promise<boolean> =>
  page.evaluate(
    (prefix) =>
      new Promise<boolean>((resolve, reject) => {
        const openRequest = indexedDB.open('keyval-store')
        openRequest.onerror = () => reject(openRequest.error)
        openRequest.onsuccess = () => {
          const keysRequest = openRequest.result.transaction('keyval').objectStore('keyval').getAllKeys()
          keysRequest.onsuccess = () => resolve(keysRequest.result.some((key) => String(key).startsWith(prefix)))
        }
      }),
    prefix,
  )

test(
  "keeps the form's URL while the leave prompt is open, and a correct history after Stay or Leave",
  SAMPLED_OPTIONS,
  async ({ page }) => {
    await blockDraftStorage(page)
    await signIn(page)
    // Waits for the app. Before the app has started, links reload the page, and Back shows the browser's own prompt.
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.getByRole('link', { name: 'New asset' }).first().click()
    await expect(page).toHaveURL(/\/assets\/new$/)
    await page.getByLabel('Name', { exact: true }).fill('Half done')
    const confirmDialog = page.getByRole('alertdialog')
    await page.goBack()
    await expect(confirmDialog).toBeVisible()
    await expect(page).toHaveURL(/\/assets\/new$/)
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(confirmDialog).toBeHidden()
    await expect(page).toHaveURL(/\/assets\/new$/)

    await page.goBack()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(assetRows(page).first()).toBeVisible()
    await expect(page).toHaveURL(/\/assets$/)
    await page.goForward()
    await expect(page).toHaveURL(/\/assets\/new$/)

    await page.getByLabel('Name', { exact: true }).fill('Half done still')
    await page.getByRole('link', { name: 'Tags' }).first().click()
    await expect(confirmDialog).toBeVisible()
    await expect(page).toHaveURL(/\/assets\/new$/)
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/tags$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/assets\/new$/)
  },
)
