// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createAsset } from '../../support/create-asset.ts'
import '../kit/support.ts'
import {
  bench,
  dropFiles,
  missingPartsText,
  modelFile,
  nameField,
  press,
  setUpForm,
  showForm,
  typeName,
} from './form-bench.tsx'

setUpForm()

describe('a draft', () => {
  test('stores a file as soon as it is dropped, before its check ends', async () => {
    const unread = Object.assign(modelFile('boot.glb'), { slice: () => ({ arrayBuffer: () => new Promise(() => {}) }) })
    showForm()
    dropFiles([unread])
    await waitFor(() => expect(bench.storedDraft?.values['modelFile']).toBe(unread))
    expect([bench.sent, bench.tracked]).toEqual([[], []])
  })

  test('restores the input and continues the upload when the form is opened again', async () => {
    bench.hold = () => new Promise(() => {})
    showForm()
    typeName('Mine')
    dropFiles([modelFile('boot.glb')])
    await waitFor(() => expect(bench.storedDraft?.values).toMatchObject({ name: 'Mine', type: 'footwear' }))
    expect((bench.storedDraft?.values['modelFile'] as File | undefined)?.name).toBe('boot.glb')
    cleanup()
    bench.hold = undefined
    showForm()
    expect(await screen.findByText('Pick up where you left off.')).toBeTruthy()
    await screen.findByText('Uploaded')
    expect([nameField().value, bench.sent]).toEqual(['Mine', ['boot.glb', 'boot.glb']])
  })

  test('disappears when its asset is created', async () => {
    showForm()
    dropFiles([modelFile('boot.glb')])
    await waitFor(() => expect(bench.storedDraft).toBeDefined())
    await waitFor(() => expect(missingPartsText()).toBe('Ready to create'))
    bench.answers = [async () => createAsset({ id: 'a3' })]
    press('Create asset')
    await waitFor(() => expect(bench.opened).toEqual(['a3']))
    expect(bench.storedDraft).toBe(undefined)
  })
})
