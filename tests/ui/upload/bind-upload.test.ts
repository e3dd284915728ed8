import { expect, test, vi } from 'vitest'
import { bindUploadToForm, type UploadBinding } from '../../../src/ui/upload/bind-upload.ts'

test('deletes a removed file on the server only if its upload was not finished', () => {
  const handlers = new Map<string, (event: object) => void>()
  const unsubscribe = vi.fn()
  const upload = {
    subscribe: () => ({ unsubscribe }),
    on(type: string, handler: (event: object) => void) {
      handlers.set(type, handler)
      return { unsubscribe }
    },
  }
  const discard = vi.fn(async () => {})
  const binding = { upload, form: { send() {} }, track() {}, discard, field: 'model', kind: 'model' }
  const unbind = bindUploadToForm(binding as unknown as UploadBinding)
  const file = new File(['glb'], 'cap.glb')
  handlers.get('file.removed')!({ file, isSent: true })
  expect(discard).not.toHaveBeenCalled()
  handlers.get('file.removed')!({ file, isSent: false })
  expect(discard.mock.calls).toEqual([[file, 'model']])
  unbind()
  expect(unsubscribe).toHaveBeenCalledTimes(handlers.size + 1)
})
