import { readFileSync } from 'node:fs'
import { KeyboardUser } from './keyboard-user.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { ADMIN_EMAIL, assetRows, expect, PASSWORD, test } from './support.ts'

const createModelFile = (name: string, model = name, bytes?: number) => ({
  name: `${name}.glb`,
  mimeType: 'model/gltf-binary',
  buffer: readFileSync(`demo/models/${model}.glb`).subarray(0, bytes),
})

/** Realistic models. The name of the third file does not reveal the asset's type. The fourth file is truncated. */
const COLLECTION = [
  createModelFile('winter-cove-tee', 'cove-tee'),
  createModelFile('winter-mill-jeans', 'mill-jeans'),
  createModelFile('studio-seven', 'north-plinth'),
  createModelFile('winter-pebble-beanie', 'pebble-beanie', 4000),
]

test(
  'lets an admin upload, tag, order, find, delete, fit, lock and export assets by keyboard alone',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    const keys = new KeyboardUser(page)
    const step = async (name: string, work: () => Promise<void>) => {
      const { presses, letters } = keys
      await work()
      console.log(`${name}: ${keys.presses - presses} presses, ${keys.letters - letters} letters`)
      await shot(`keyboard ${name}`)
    }
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
    const runPaletteCommand = async (text: string, line: string | RegExp = text) => {
      await keys.press('Control+k')
      await keys.type(text)
      const target = page.getByRole('option', { name: line }).first()
      await expect(target).toBeVisible()
      while ((await target.getAttribute('aria-selected')) !== 'true') await keys.press('ArrowDown')
      await keys.press('Enter')
    }
    /** Opens the focused menu and runs the item that starts with `letters`. */
    const runMenuItem = async (letters: string) => {
      await keys.press('Enter')
      // Waits for the menu, because the page receives letters typed before the menu is open.
      await expect(page.getByRole('menu')).toBeVisible()
      await keys.type(letters)
      await keys.press('Enter')
    }
    let expectedFiles: ReturnType<typeof createModelFile>[] = []
    // Listens before the key press, because the file dialog opens immediately.
    page.on('filechooser', (chooser) => void chooser.setFiles(expectedFiles))
    const chooseFiles = async (files: ReturnType<typeof createModelFile>[]) => {
      expectedFiles = files
      await keys.press('Enter')
    }
    await page.goto('/signin')
    // Waits for the form, because keys pressed before the form is visible have no effect.
    await expect(page.getByLabel('E-mail')).toBeVisible()

    await step('sign in', async () => {
      await keys.moveFocusTo(page.getByLabel('E-mail'))
      await keys.type(ADMIN_EMAIL)
      await keys.moveFocusTo(page.getByLabel('Password', { exact: true }))
      await keys.type(PASSWORD)
      await keys.press('Enter')
      await expect(heading('Dashboard')).toBeVisible()
      await keys.checkFocus('signed in')
    })

    await step('upload a collection', async () => {
      await runPaletteCommand('upload', /Upload/)
      await expect(heading('New asset')).toBeVisible()
      await keys.moveFocusTo(button(/^Model: /))
      await chooseFiles(COLLECTION)
      await expect(heading('New assets')).toBeVisible()
      await expect(page.getByText(/0 of 4 created, 2 ready/)).toBeVisible({ timeout: 60_000 })
      await keys.checkFocus('files chosen')
    })

    await step('assign a body, a tag and an application', async () => {
      await keys.moveFocusTo(page.getByRole('button', { name: /^No body/ }).first())
      await keys.press('Enter')
      await keys.type('Alder Body')
      await keys.press('Enter')
      await keys.moveFocusTo(page.getByRole('combobox', { name: 'Tags' }))
      await keys.type('winter')
      await keys.press('Enter')
      await keys.moveFocusTo(page.getByRole('combobox', { name: 'Applications' }))
      await keys.type('Harbour Lane')
      await keys.press('Enter')
      await keys.press('Escape')
    })

    await step('fix two invalid files', async () => {
      await keys.press('F8')
      const type = page.getByRole('form', { name: 'studio-seven.glb' }).getByRole('button', { name: /Type/ })
      await expect(type).toBeFocused()
      await keys.press('Enter')
      await keys.type('Cus')
      await keys.press('Enter')
      await expect(page.getByText(/0 of 4 created, 3 ready/)).toBeVisible()
      await keys.press('F8')
      const model = page
        .getByRole('form', { name: 'winter-pebble-beanie.glb' })
        .getByRole('button', { name: /^Model: / })
      await expect(model).toBeFocused()
      await chooseFiles([createModelFile('winter-pebble-beanie', 'pebble-beanie')])
      await expect(page.getByText(/0 of 4 created, 4 ready/)).toBeVisible({ timeout: 60_000 })
      await keys.checkFocus('all files ready')
    })

    await step('create the assets', async () => {
      await keys.press('Control+s')
      await expect(page.getByText('All 4 created')).toBeVisible({ timeout: 60_000 })
      await keys.checkFocus('all created')
      await keys.moveFocusTo(page.getByRole('link', { name: 'Go to assets' }), 'Shift+Tab')
      await keys.press('Enter')
      await expect(heading('Assets')).toBeVisible()
    })

    const moveFocusToRows = async () => {
      await expect(page.getByRole('main').locator('[data-index="0"] a')).not.toHaveCount(0)
      await keys.press('/')
      // Presses again, because the list handles arrow keys only after the page has been idle.
      await expect
        .poll(async () => {
          const hasFocus = () => keys.hasFocus(page.locator('[data-index="0"]'))
          if (await hasFocus()) return true
          await keys.press('ArrowDown')
          return hasFocus()
        })
        .toBe(true)
    }

    await step('order within an application', async () => {
      await runPaletteCommand('applications')
      await expect(heading('Applications')).toBeVisible()
      await moveFocusToRows()
      await keys.moveFocusTo(page.getByRole('link', { name: 'Harbour Lane', exact: true }), 'ArrowDown')
      await keys.press('Enter')
      await expect(button(/^Reorder .*, position 4$/)).toBeVisible()
      await moveFocusToRows()
      const name = await assetRows(page).nth(3).getByRole('link').first().textContent()
      await keys.press('ArrowDown', 3)
      await keys.moveFocusTo(button(/^Reorder .*, position 4$/), 'ArrowLeft')
      await keys.press('Space')
      await keys.press('ArrowUp', 3)
      await keys.press('Space')
      await expect(button(`Reorder ${name}, position 1`)).toBeFocused()
    })

    await step('find the collection', async () => {
      await runPaletteCommand('winter', /winter/)
      await expect(page.getByRole('button', { name: /Tag.*winter/ })).toBeVisible()
      await expect(heading('Assets')).toBeFocused()
    })

    await step('delete an asset and undo the deletion', async () => {
      await moveFocusToRows()
      const name = await page.evaluate(() => document.activeElement?.textContent)
      await keys.moveFocusTo(button(`Actions for ${name}`).first(), 'ArrowRight')
      await runMenuItem('Del')
      await expect(page.getByText(`${name} deleted`)).toBeVisible()
      await keys.checkFocus('deleted')
      await keys.press('Control+z')
      await expect(page.getByText(`${name} deleted`)).toHaveCount(0)
      await keys.checkFocus('undone')
    })

    const bar = page.getByRole('toolbar', { name: 'Selection' })
    await step('fit the assets to three bodies', async () => {
      await moveFocusToRows()
      await keys.press('Control+a')
      await expect(bar).toContainText('10 selected')
      await keys.press('F6')
      await keys.moveFocusTo(bar.getByRole('button', { name: 'Fit', exact: true }), 'f')
      await keys.press('Enter')
      const dialog = page.getByRole('dialog')
      for (const body of ['Birch Body', 'Oak Body', 'Oak Body, umber']) {
        await expect(dialog.getByRole('checkbox', { name: body, exact: true })).toBeVisible()
        await keys.moveFocusTo(dialog.getByRole('checkbox', { name: body, exact: true }))
        await keys.press('Space')
      }
      await keys.press('Enter')
      await expect(page.getByText(/^Fitting \d+ assets/)).toBeVisible()
      await keys.checkFocus('fitting')
    })

    await step('lock the assets with a reason', async () => {
      await keys.moveFocusTo(bar.getByRole('button', { name: 'Lock', exact: true }), 'l')
      await keys.press('Enter')
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
      await keys.type('Winter is on sale')
      await keys.press('Enter')
      await expect(page.getByText(/assets? locked/).first()).toBeVisible()
      await keys.checkFocus('locked')
    })

    await step('export the application', async () => {
      await runPaletteCommand('applications')
      await expect(heading('Applications')).toBeVisible()
      await moveFocusToRows()
      await keys.moveFocusTo(page.getByRole('link', { name: 'Harbour Lane', exact: true }), 'ArrowDown')
      await keys.moveFocusTo(button('Actions for Harbour Lane'), 'ArrowRight')
      const download = page.waitForEvent('download')
      await runMenuItem('Exp')
      await download
      await keys.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await keys.checkFocus('exported')
    })

    await step('sign out', async () => {
      await runPaletteCommand('sign out', 'Sign out')
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    })

    console.log(`total: ${keys.presses} presses, ${keys.letters} letters`)
    expect(keys.faults).toEqual([])
  },
)
