// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createAsset } from '../../support/create-asset.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import '../kit/support.ts'
import {
  createFile,
  dropFiles,
  fixture,
  MODEL_URL,
  missingPartsText,
  modelFile,
  nameField,
  press,
  setUpForm,
  showForm,
  typeName,
} from './form-fixture.tsx'

setUpForm()

describe('creating an asset', () => {
  test('guesses name and type from the model and opens the created asset', async () => {
    showForm()
    expect(missingPartsText()).toBe('To create the asset, choose a model, enter a name and choose a type.')
    dropFiles([modelFile('peat-boot_v2.glb')])
    await waitFor(() => expect(missingPartsText()).toBe('Ready to create'))
    expect(nameField().value).toBe('Peat Boot V2')
    expect(screen.getByText('Guessed')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /No body/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Fern' }))
    fixture.responses = [async () => createAsset({ id: 'a1' })]
    press('Create asset')
    await waitFor(() => expect(fixture.opened).toEqual(['a1']))
    expect(fixture.created[0]?.body).toEqual({
      modelUrl: MODEL_URL,
      textureUrl: undefined,
      iconUrl: undefined,
      psdUrl: undefined,
      name: 'Peat Boot V2',
      type: 'footwear',
      gender: 'neutral',
      bodyId: 'b1',
      tags: [],
      applicationIds: [],
    })
    expect(fixture.tracked).toEqual([['file selected', 'model', 'peat-boot_v2.glb']])
  })

  test('guesses gender from the file name and type from the node names, and marks each guess', async () => {
    showForm()
    dropFiles([createFile(buildTinyGlb({ json: { nodes: [{ name: 'Wolf3D_Hair', mesh: 0 }] } }), 'womens-v3.glb')])
    await waitFor(() => expect(screen.getAllByText('Guessed')).toHaveLength(2))
    expect(screen.getByRole('button', { name: /Type/ }).textContent).toContain('Hair')
    expect(screen.getByRole('button', { name: /Gender/ }).textContent).toContain('Female')
  })

  test('marks a guessed type until the user chooses a type, and never replaces the user’s choice', async () => {
    showForm()
    dropFiles([modelFile('boot.glb')])
    expect(await screen.findByText('Guessed')).toBeTruthy()
    for (const choice of ['Top', 'Footwear']) {
      fireEvent.click(screen.getByRole('button', { name: /\bType\b/ }))
      fireEvent.click(await screen.findByRole('option', { name: choice }))
      await waitFor(() => expect(screen.queryByText('Guessed')).toBeNull())
    }
    press('Remove')
    dropFiles([modelFile('hat.glb')])
    await screen.findByText('Uploaded')
    expect(screen.getByRole('button', { name: /\bType\b/ }).textContent).toContain('Footwear')
    expect(screen.queryByText('Guessed')).toBeNull()
    press('Remove')
    dropFiles([modelFile('boot-2.glb')])
    await screen.findByText('Uploaded')
    expect(screen.queryByText('Guessed')).toBeNull()
  })

  test('selects a guessed name in a focused field so that typing replaces the name', async () => {
    showForm()
    nameField().focus()
    dropFiles([modelFile('peat-boot_v2.glb')])
    await waitFor(() => expect(nameField().value).toBe('Peat Boot V2'))
    expect([nameField().selectionStart, nameField().selectionEnd]).toEqual([0, 'Peat Boot V2'.length])
    typeName('Mine')
    nameField().setSelectionRange(2, 2)
    typeName('Mine too')
    expect(nameField().selectionStart).toBe(nameField().selectionEnd)
  })

  test('keeps a typed name when another file is chosen', async () => {
    showForm()
    dropFiles([modelFile('hat.glb')])
    await screen.findByText('Uploaded')
    typeName('Mine')
    press('Remove')
    dropFiles([modelFile('boot.glb')])
    await screen.findByText('Uploaded')
    expect(nameField().value).toBe('Mine')
    expect(screen.getAllByText('Footwear').length).toBeGreaterThan(0)
  })
})
