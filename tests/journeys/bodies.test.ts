import { buildMeshGlb, createSphereMesh } from '../support/sphere-mesh.ts'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, openSignedIn, test } from './support.ts'

test(
  "shows a body's cages, refuses a cage with holes, and copies cages from another body",
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await openSignedIn(page, '/bodies')
    await expect(page.getByRole('row').filter({ hasText: 'Alder Body, plaster' })).toContainText('12 cages')
    await page.getByRole('link', { name: 'Birch Body', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Birch Body' })).toBeVisible()
    const cages = page.getByRole('radiogroup', { name: 'Cage over the body' })
    await expect(cages.getByRole('radio', { name: /Whole body/ })).toBeChecked()
    await cages.getByRole('radio', { name: /^Footwear/ }).check()
    await expect(page.locator('[data-state="finished"]')).toBeVisible()
    expect(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`body-${scheme}`))).toEqual([])

    await page.getByRole('button', { name: 'Add cage' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add cage' })
    const holed = createSphereMesh(2)
    const glb = buildMeshGlb({ ...holed, triangles: holed.triangles.slice(3) })
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'holed.glb',
      mimeType: 'model/gltf-binary',
      buffer: Buffer.from(glb),
    })
    await dialog.getByRole('button', { name: 'Add cage' }).click()
    // The timeout is long, because the server first starts the process that checks models.
    await expect(dialog.getByRole('alert')).toContainText(
      /holes\..* 3 problem areas, the first at .+ m \(marked on the body\)\./,
      {
        timeout: 60_000,
      },
    )
    await shot('cage-refused')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: /Choose a body/ }).click()
    await page.getByRole('option', { name: 'Alder Body', exact: true }).click()
    await page.getByRole('button', { name: 'Copy cages' }).click()
    await expect(page.getByRole('button', { name: 'Copy cages' })).toBeEnabled({ timeout: 60_000 })
    await expect(cages.getByRole('radio')).toHaveCount(13)
  },
)
