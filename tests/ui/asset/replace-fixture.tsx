import { act, render } from '@testing-library/react'
import { fromPromise } from 'xstate'
import type { StoredFile } from '../../../src/api/contract/files.ts'
import type { FileVerdict } from '../../../src/files/file-facts.ts'
import type { SendFile } from '../../../src/machines/upload/send-file.ts'
import { uploadMachine } from '../../../src/machines/upload/upload.machine.ts'
import type { ReplaceDialogProps } from '../../../src/ui/asset/ReplaceDialog.tsx'
import { ReplaceDialog, ReplaceDialogContent } from '../../../src/ui/asset/ReplaceDialog.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { useUpload } from '../../../src/ui/upload/use-upload.ts'
import { useMachineActor } from '../../../src/ui/use-machine-actor.ts'
import { createTranslateFor } from '../../support/translate.ts'

const session = {
  getSnapshot: () => ({ context: { data: { _id: 'me' } } }),
  subscribe: () => ({ unsubscribe() {} }),
}

const machine = uploadMachine.provide({
  actors: {
    checkFile: fromPromise(
      async (): Promise<FileVerdict> => ({ fault: null, facts: [], measures: [], names: [], materials: [] }),
    ) as never,
    sendFile: fromPromise(
      async ({ input: { file } }: { input: { file: File } }): Promise<StoredFile> => ({
        url: `/files/sent-${file.name}`,
        id: 'f1',
        sha256: '',
        type: 'model/gltf-binary',
        bytes: file.size,
      }),
    ) as never,
  },
})

function ReplaceDialogWithStubs(props: ReplaceDialogProps) {
  return (
    <ReplaceDialogContent {...props} upload={useUpload(useMachineActor(machine, { input: { kind: props.kind } }))} />
  )
}

/**
 * Shows the dialog with a stubbed upload. The stub accepts every file immediately and returns the URL `/files/sent-` plus the
 * file's name. With `sendFile`, the dialog checks the file itself and sends it with that function.
 */
export async function showReplaceDialog(props: ReplaceDialogProps, sendFile?: SendFile): Promise<void> {
  const atelier = { language: 'en', translate: createTranslateFor('en'), track: () => {}, session, sendFile }
  await act(async () => {
    render(
      <AtelierContext value={atelier as never}>
        {sendFile ? <ReplaceDialog {...props} /> : <ReplaceDialogWithStubs {...props} />}
      </AtelierContext>,
    )
  })
}
