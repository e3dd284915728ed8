// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { assetWith } from '../../support/assets.ts'
import { tinyGlb } from '../../support/glb.ts'
import '../kit/support.ts'
import {
  bench,
  drop,
  fileOf,
  model,
  nameField,
  press,
  setUpForm,
  show,
  type,
  URL_OF_MODEL,
  waits,
} from './form-bench.tsx'

setUpForm()

describe('making an asset', () => {
  test('a model gives the name and the type, and what is made is opened', async () => {
    show()
    expect(waits()).toBe('To create the asset, choose a model, enter a name and choose a type.')
    drop([model('peat-boot_v2.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    expect(nameField().value).toBe('Peat Boot V2')
    expect(screen.getByText('Guessed')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /No body/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Fern' }))
    bench.answers = [async () => assetWith({ id: 'a1' })]
    press('Create asset')
    await waitFor(() => expect(bench.opened).toEqual(['a1']))
    expect(bench.created[0]?.body).toEqual({
      modelUrl: URL_OF_MODEL,
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
    expect(bench.tracked).toEqual([['file selected', 'model', 'peat-boot_v2.glb']])
  })

  test('whom it is for, and what it is, are guessed from what is in the file too, and marked each by itself', async () => {
    show()
    drop([fileOf(tinyGlb({ json: { nodes: [{ name: 'Wolf3D_Hair', mesh: 0 }] } }), 'womens-v3.glb')])
    await waitFor(() => expect(screen.getAllByText('Guessed')).toHaveLength(2))
    expect(screen.getByRole('button', { name: /Type/ }).textContent).toContain('Hair')
    expect(screen.getByRole('button', { name: /Gender/ }).textContent).toContain('Female')
  })

  test('a guess is marked until the person chose, even where they came back to it, and theirs it stays', async () => {
    show()
    drop([model('boot.glb')])
    expect(await screen.findByText('Guessed')).toBeTruthy()
    for (const choice of ['Top', 'Footwear']) {
      fireEvent.click(screen.getByRole('button', { name: /\bType\b/ }))
      fireEvent.click(await screen.findByRole('option', { name: choice }))
      await waitFor(() => expect(screen.queryByText('Guessed')).toBeNull())
    }
    press('Remove')
    drop([model('hat.glb')])
    await screen.findByText('Uploaded')
    expect(screen.getByRole('button', { name: /\bType\b/ }).textContent).toContain('Footwear')
    expect(screen.queryByText('Guessed')).toBeNull()
    press('Remove')
    drop([model('boot-2.glb')])
    await screen.findByText('Uploaded')
    expect(screen.queryByText('Guessed')).toBeNull()
  })

  test('a name guessed where somebody is about to type is selected, so that what they type takes its place', async () => {
    show()
    nameField().focus()
    drop([model('peat-boot_v2.glb')])
    await waitFor(() => expect(nameField().value).toBe('Peat Boot V2'))
    expect([nameField().selectionStart, nameField().selectionEnd]).toEqual([0, 'Peat Boot V2'.length])
    type('Mine')
    nameField().setSelectionRange(2, 2)
    type('Mine too')
    expect(nameField().selectionStart).toBe(nameField().selectionEnd)
  })

  test('a typed name is never overwritten by another file', async () => {
    show()
    drop([model('hat.glb')])
    await screen.findByText('Uploaded')
    type('Mine')
    press('Remove')
    drop([model('boot.glb')])
    await screen.findByText('Uploaded')
    expect(nameField().value).toBe('Mine')
    expect(screen.getAllByText('Footwear').length).toBeGreaterThan(0)
  })
})
