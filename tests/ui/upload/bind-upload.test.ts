import { beforeEach, describe, expect, test, vi } from 'vitest'
import { bindUploadToForm, type UploadBinding } from '../../../src/ui/upload/bind-upload.ts'

const file = new File(['glb'], 'cap.glb', { type: 'model/gltf-binary' })
const fileDetails = { field: 'model', name: 'cap.glb', size: 3, type: 'model/gltf-binary' }

const discard = vi.fn(async () => {})
const onSelected = vi.fn()
const track = vi.fn()
let values: Record<string, unknown>
let sent: object[]
beforeEach(() => {
  vi.clearAllMocks()
  values = {}
  sent = []
})

/** Binds a fake upload to a fake form. `change` reports a snapshot of the upload. */
function bind(options: Partial<UploadBinding> = {}) {
  const handlers = new Map<string, (event: object) => void>()
  let onSnapshot = (_: object) => {}
  const unsubscribe = vi.fn()
  const upload = {
    subscribe(listener: (snapshot: object) => void) {
      onSnapshot = listener
      return { unsubscribe }
    },
    on(type: string, handler: (event: object) => void) {
      handlers.set(type, handler)
      return { unsubscribe }
    },
  }
  const form = { send: (event: object) => sent.push(event), getSnapshot: () => ({ context: { values } }) }
  const binding = { upload, form, track, discard, field: 'model', kind: 'glb', ...options }
  const unbind = bindUploadToForm(binding as unknown as UploadBinding)
  return {
    emit: (type: string, event: object) => handlers.get(type)!(event),
    change: (state: string, context: object) => onSnapshot({ context, matches: (name: string) => name === state }),
    unbind,
    unsubscribe,
    subscriptionCount: handlers.size + 1,
  }
}

const valueChange = (key: string, value: unknown) => ({ type: 'value.changed', key, value })
const blur = { type: 'field.blurred', field: 'model' }

describe('an upload bound to a form', () => {
  test('stores a file in the form before its check ends, but not again, and not a restored file', () => {
    const { change } = bind()
    change('sending', { origin: 'picked', file })
    change('checking', { origin: 'restored', file })
    expect(sent).toEqual([])
    change('checking', { origin: 'picked', file })
    expect(sent).toEqual([valueChange('modelFile', file)])
    values = { modelFile: file }
    change('checking', { origin: 'picked', file })
    expect(sent).toHaveLength(1)
  })

  test('reports a selected file to the form, to analytics and to the page', () => {
    bind({ onSelected }).emit('file.selected', { file })
    expect([sent, track.mock.calls, onSelected.mock.calls]).toEqual([
      [blur],
      [['file selected', fileDetails]],
      [[file]],
    ])
    expect(() => bind().emit('file.selected', { file })).not.toThrow()
  })

  test('stores the URL of an uploaded file', () => {
    bind().emit('file.sent', { stored: { url: '/files/a.glb' } })
    expect(sent).toEqual([valueChange('modelUrl', '/files/a.glb')])
  })

  test('removes a file from the form, and deletes it on the server only if its upload was not finished', () => {
    const { emit } = bind()
    emit('file.removed', { file, isSent: true })
    expect([sent, track.mock.calls]).toEqual([[valueChange('modelFile', undefined)], [['file removed', fileDetails]]])
    expect(discard).not.toHaveBeenCalled()
    emit('file.removed', { file, isSent: false })
    expect(discard.mock.calls).toEqual([[file, 'glb']])
  })

  test('removes a rejected file from the form, and reports the reason', () => {
    const { emit } = bind()
    emit('file.rejected', { file, problem: { word: 'upload.tooLarge' } })
    expect(sent).toEqual([valueChange('modelFile', undefined), blur])
    emit('file.rejected', { file: null, problem: { word: 'upload.oneFile' } })
    expect(track.mock.calls).toEqual([
      ['file error', { ...fileDetails, error: 'upload.tooLarge' }],
      ['file error', { field: 'model', name: undefined, size: undefined, type: undefined, error: 'upload.oneFile' }],
    ])
  })

  test('ends all subscriptions when the field unmounts', () => {
    const { unbind, unsubscribe, subscriptionCount } = bind()
    unbind()
    expect(unsubscribe).toHaveBeenCalledTimes(subscriptionCount)
  })
})
