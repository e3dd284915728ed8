// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createAsset } from '../../support/create-asset.ts'
import '../kit/support.ts'
import {
  dropFiles,
  fixture,
  missingPartsText,
  modelFile,
  nameField,
  press,
  setUpForm,
  showForm,
  typeName,
} from './form-fixture.tsx'

setUpForm()

describe('a draft', () => {
  test('stores a dropped file immediately, before the check of the file ends', async () => {
    const unread = Object.assign(modelFile('boot.glb'), { slice: () => ({ arrayBuffer: () => new Promise(() => {}) }) })
    showForm()
    dropFiles([unread])
    await waitFor(() => expect(fixture.storedDraft?.values['modelFile']).toBe(unread))
    expect([fixture.uploadedNames, fixture.tracked]).toEqual([[], []])
  })

  test('restores the input and continues the upload when the form is opened again', async () => {
    fixture.holdUpload = () => new Promise(() => {})
    showForm()
    typeName('Mine')
    dropFiles([modelFile('boot.glb')])
    await waitFor(() => expect(fixture.storedDraft?.values).toMatchObject({ name: 'Mine', type: 'footwear' }))
    expect((fixture.storedDraft?.values['modelFile'] as File | undefined)?.name).toBe('boot.glb')
    cleanup()
    fixture.holdUpload = undefined
    showForm()
    expect(await screen.findByText('Pick up where you left off.')).toBeTruthy()
    await screen.findByText('Uploaded')
    expect([nameField().value, fixture.uploadedNames]).toEqual(['Mine', ['boot.glb', 'boot.glb']])
  })

  test('is ignored if the user types before it is read', async () => {
    fixture.storedDraft = { id: 'old', revision: 1, values: { name: 'Old' } }
    let release = () => {}
    fixture.holdDraft = new Promise((resolve) => {
      release = resolve
    })
    showForm()
    typeName('Mine')
    await act(async () => release())
    expect(screen.queryByText('Pick up where you left off.')).toBeNull()
    expect([nameField().value, fixture.storedDraft?.values]).toEqual(['Mine', { name: 'Mine' }])
    // The id is part of the idempotency key, so a new asset must not reuse the id of another draft.
    expect(fixture.storedDraft?.id).not.toBe('old')
  })

  test('is deleted when its asset is created', async () => {
    showForm()
    dropFiles([modelFile('boot.glb')])
    await waitFor(() => expect(fixture.storedDraft).toBeDefined())
    await waitFor(() => expect(missingPartsText()).toBe('Ready to create'))
    fixture.responses = [async () => createAsset({ id: 'a3' })]
    press('Create asset')
    await waitFor(() => expect(fixture.opened).toEqual(['a3']))
    expect(fixture.storedDraft).toBe(undefined)
  })
})
