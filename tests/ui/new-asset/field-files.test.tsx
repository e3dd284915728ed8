// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { tinyGlb } from '../../support/glb.ts'
import { png } from '../../support/images.ts'
import '../kit/support.ts'
import { area, bench, drop, fileOf, model, nameField, setUpForm, show, type, waits } from './form-bench.tsx'

setUpForm()

test('where only a finger points, no word is lost about dragging, neither seen nor read out', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(hover: none) and (pointer: coarse)',
    addEventListener() {},
    removeEventListener() {},
  }))
  show()
  expect(screen.getByRole('button', { name: 'Model: Upload a file' })).toBeTruthy()
  expect([document.body.textContent, document.body.innerHTML].join()).not.toMatch(/drag/i)
  vi.unstubAllGlobals()
})

test('while a file hangs over a field, the field is called by what is seen in it', async () => {
  show()
  const files = [model('boot.glb')]
  fireEvent.dragEnter(area(), { dataTransfer: { files, items: [], types: ['Files'] } })
  expect((await screen.findByRole('button', { name: 'Model: Drop to add' })).textContent?.trim()).toBe('Drop to add')
})

describe('files that cannot be taken', () => {
  test('a text named .glb is refused with a sentence at the field, told to analytics and never sent', async () => {
    show()
    drop([fileOf('hello, this is no model at all', 'boot.glb')])
    const field = screen.getByRole('group', { name: 'Model' })
    expect((await within(field).findByRole('alert')).textContent).toBe(
      'boot.glb isn’t a glTF 2.0 model. Export it as .glb again.',
    )
    expect([bench.tracked, bench.sent]).toEqual([[['file error', 'model', 'boot.glb']], []])
  })

  test('a model with nothing to draw is refused at the field, as the service would, and never sent', async () => {
    show()
    drop([fileOf(tinyGlb({ json: { nodes: [{}] } }), 'rig.glb')])
    const field = screen.getByRole('group', { name: 'Model' })
    expect((await within(field).findByRole('alert')).textContent).toBe(
      'This model has nothing to draw. Export it with at least one mesh in its scene.',
    )
    expect(bench.sent).toEqual([])
  })

  test('a folder is refused, and what was typed stays; several models are handed on to be queued', async () => {
    show()
    type('Mine')
    drop([model('a.glb'), model('b.glb')])
    await waitFor(() => expect(bench.many).toEqual(['a.glb', 'b.glb']))
    drop([model('folder')], { isFolder: true })
    expect(await screen.findAllByText('Choose a file, not a folder.')).toHaveLength(2)
    expect(nameField().value).toBe('Mine')
  })

  test('an empty file and a pasted picture are refused', async () => {
    show()
    drop([fileOf('', 'boot.glb')])
    expect(await screen.findAllByText('This file is empty. Choose another.')).toHaveLength(2)
    const png = fileOf('\x89PNG and more bytes than sixteen', 'boot.png')
    fireEvent.paste(area(), { clipboardData: { files: [png] } })
    expect(await screen.findAllByText('Choose a .glb file.')).toHaveLength(2)
  })
})

describe('images that are not what their field takes', () => {
  const image = (given: Parameters<typeof png>[0], name: string) => fileOf(new Uint8Array(png(given)), name)
  const choose = (field: 'texture' | 'icon', file: File) =>
    fireEvent.change(document.querySelector(`[data-field="${field}"] input[type="file"]`)!, {
      target: { files: [file] },
    })
  const group = (name: string) => within(screen.getByRole('group', { name }))

  test.each([
    [{ depth: 16 }, 'Export this image with 8 bits per channel instead of 16.'],
    [{ colour: 0 }, 'Export this image as RGB or RGBA instead of greyscale.'],
    [
      { profile: 'icm', described: 'Display P3' },
      'Convert the colour profile of this image from “Display P3” to “sRGB”.',
    ],
  ])('a texture of %j is refused at its field with what to do, and never sent', async (given, sentence) => {
    show()
    choose('texture', image(given, 'bark.png'))
    expect((await group('Base texture').findByRole('alert')).textContent).toBe(sentence)
    expect(waits()).toContain('fix the texture')
    expect(bench.sent).toEqual([])
    choose('texture', image({}, 'bark.png'))
    await waitFor(() => expect(bench.sent).toEqual(['bark.png']))
    expect(group('Base texture').queryByRole('alert')).toBe(null)
  })

  test('an icon may be grey and of 16 bits, but not of another colour space', async () => {
    show()
    choose('icon', image({ colour: 0, depth: 16 }, 'a.png'))
    await waitFor(() => expect(bench.sent).toEqual(['a.png']))
  })
})
