// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import { buildPng } from '../../support/images.ts'
import '../kit/support.ts'
import {
  createFile,
  dropFiles,
  fixture,
  missingPartsText,
  modelArea,
  modelFile,
  nameField,
  setUpForm,
  showForm,
  typeName,
} from './form-fixture.tsx'

setUpForm()

test('omits dragging from visible and accessible text on touch-only devices', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(hover: none) and (pointer: coarse)',
    addEventListener() {},
    removeEventListener() {},
  }))
  showForm()
  expect(screen.getByRole('button', { name: 'Model: Upload a file' })).toBeTruthy()
  expect([document.body.textContent, document.body.innerHTML].join()).not.toMatch(/drag/i)
  vi.unstubAllGlobals()
})

test('uses the visible text as the accessible name of a field while a file is dragged over it', async () => {
  showForm()
  const files = [modelFile('boot.glb')]
  fireEvent.dragEnter(modelArea(), { dataTransfer: { files, items: [], types: ['Files'] } })
  expect((await screen.findByRole('button', { name: 'Model: Drop to add' })).textContent?.trim()).toBe('Drop to add')
})

describe('NewAssetForm with model files', () => {
  test('refuses a text file named .glb at the field, tracks the error and uploads nothing', async () => {
    showForm()
    dropFiles([createFile('hello, this is no model at all', 'boot.glb')])
    const field = screen.getByRole('group', { name: 'Model' })
    expect((await within(field).findByRole('alert')).textContent).toBe(
      'boot.glb isn’t a glTF 2.0 model. Export it as .glb again.',
    )
    expect([fixture.tracked, fixture.uploadedNames]).toEqual([[['file error', 'model', 'boot.glb']], []])
  })

  test('refuses a model without geometry at the field, and uploads nothing', async () => {
    showForm()
    dropFiles([createFile(buildTinyGlb({ json: { nodes: [{}] } }), 'rig.glb')])
    const field = screen.getByRole('group', { name: 'Model' })
    expect((await within(field).findByRole('alert')).textContent).toBe(
      'This model has nothing to draw. Export it with at least one mesh in its scene.',
    )
    expect(fixture.uploadedNames).toEqual([])
  })

  test('passes several models to the queue, refuses a folder, and keeps typed values', async () => {
    showForm()
    typeName('Mine')
    dropFiles([modelFile('a.glb'), modelFile('b.glb')])
    await waitFor(() => expect(fixture.filesForQueue).toEqual(['a.glb', 'b.glb']))
    dropFiles([modelFile('folder')], { isFolder: true })
    expect(await screen.findAllByText('Choose a file, not a folder.')).toHaveLength(2)
    expect(nameField().value).toBe('Mine')
  })

  test('refuses an empty file and a pasted image as a model', async () => {
    showForm()
    dropFiles([createFile('', 'boot.glb')])
    expect(await screen.findAllByText('This file is empty. Choose another.')).toHaveLength(2)
    const png = createFile('\x89PNG and more bytes than sixteen', 'boot.png')
    fireEvent.paste(modelArea(), { clipboardData: { files: [png] } })
    expect(await screen.findAllByText('Choose a .glb file.')).toHaveLength(2)
  })
})

describe('NewAssetForm with image files', () => {
  const image = (options: Parameters<typeof buildPng>[0], name: string) =>
    createFile(new Uint8Array(buildPng(options)), name)
  const choose = (field: 'texture' | 'icon', file: File) =>
    fireEvent.change(document.querySelector(`[data-field="${field}"] input[type="file"]`)!, {
      target: { files: [file] },
    })
  const group = (name: string) => within(screen.getByRole('group', { name }))

  test.each([
    [{ depth: 16 }, 'Export this image with 8 bits per channel instead of 16.'],
    [{ colour: 0 }, 'Export this image as RGB or RGBA instead of greyscale.'],
    [
      { profile: 'icm', profileDescription: 'Display P3' },
      'Convert the colour profile of this image from “Display P3” to “sRGB”.',
    ],
  ])('refuses a texture of %j at its field with advice and uploads nothing', async (options, sentence) => {
    showForm()
    choose('texture', image(options, 'bark.png'))
    expect((await group('Base texture').findByRole('alert')).textContent).toBe(sentence)
    expect(missingPartsText()).toContain('fix the texture')
    expect(fixture.uploadedNames).toEqual([])
    choose('texture', image({}, 'bark.png'))
    await waitFor(() => expect(fixture.uploadedNames).toEqual(['bark.png']))
    expect(group('Base texture').queryByRole('alert')).toBe(null)
  })

  test('accepts a 16-bit greyscale icon', async () => {
    showForm()
    choose('icon', image({ colour: 0, depth: 16 }, 'a.png'))
    await waitFor(() => expect(fixture.uploadedNames).toEqual(['a.png']))
  })
})
