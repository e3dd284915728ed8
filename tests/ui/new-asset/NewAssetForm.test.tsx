// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { createAsset } from '../../support/create-asset.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import '../kit/support.ts'
import {
  createFile,
  dropFiles,
  fixture,
  missingPartsText,
  modelArea,
  modelFile,
  modelInvalidError,
  nameField,
  press,
  setUpForm,
  showForm,
} from './form-fixture.tsx'

setUpForm()

describe('creating an asset', () => {
  test('shows the number of warnings of a ready asset instead of “All good”', async () => {
    showForm()
    dropFiles([createFile(buildTinyGlb({ json: { extensionsUsed: ['EXT_one', 'EXT_two'] } }), 'boot.glb')])
    await waitFor(() => expect(missingPartsText()).toBe('Ready to create · 2 warnings'))
    expect(screen.queryByText('All good')).toBeNull()
    press('Remove')
    dropFiles([modelFile('boot.glb')])
    await waitFor(() => expect(missingPartsText()).toBe('Ready to create'))
    expect(screen.getByText('All good')).toBeTruthy()
  })

  test('requires a model again after the uploaded file is removed', async () => {
    showForm()
    dropFiles([modelFile('boot.glb')])
    await waitFor(() => expect(missingPartsText()).toBe('Ready to create'))
    press('Remove')
    expect(missingPartsText()).toBe('To create the asset, choose a model.')
    expect([fixture.discarded, fixture.tracked.at(-1)]).toEqual([[], ['file removed', 'model', 'boot.glb']])
  })

  test('discards the upload on the server when the file is removed during its upload', async () => {
    fixture.holdUpload = () => new Promise(() => {})
    showForm()
    dropFiles([modelFile('boot.glb')])
    await screen.findByRole('button', { name: 'Pause upload' })
    press('Remove')
    expect(fixture.discarded).toEqual(['boot.glb'])
  })

  test('keeps the input when the service is unreachable, and retries with the same idempotency key', async () => {
    showForm()
    dropFiles([modelFile('boot.glb')])
    await waitFor(() => expect(missingPartsText()).toBe('Ready to create'))
    fixture.responses = [
      () => Promise.reject(new ApiError('FETCH_ERROR', 'assets')),
      async () => createAsset({ id: 'a2' }),
    ]
    press('Create asset')
    expect((await screen.findByRole('alert')).textContent).toContain('Atelier can’t reach the service.')
    expect(nameField().value).toBe('Boot')
    press('Create asset')
    await waitFor(() => expect(fixture.opened).toEqual(['a2']))
    expect(fixture.created.map(({ key }) => key)).toEqual([fixture.created[0]?.key, fixture.created[0]?.key])
  })

  test('shows at the model field why the service rejects a model, and requires another model', async () => {
    showForm()
    dropFiles([modelFile('boot.glb')])
    await waitFor(() => expect(missingPartsText()).toBe('Ready to create'))
    fixture.responses = [() => Promise.reject(modelInvalidError('MODEL_INVALID'))]
    press('Create asset')
    const field = screen.getByRole('group', { name: 'Model' })
    expect((await within(field).findByRole('alert')).textContent).toBe(
      'This model can’t be shown. Choose a .glb or .fbx file.',
    )
    expect(missingPartsText()).toBe('To create the asset, fix the model.')
  })

  test('shows all missing fields when an incomplete form is submitted, and focuses the first of these', () => {
    showForm()
    fireEvent.submit(screen.getByRole('form', { name: 'New asset' }))
    expect(screen.getByText('Choose a file.')).toBeTruthy()
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    expect(document.activeElement).toBe(modelArea())
  })
})
