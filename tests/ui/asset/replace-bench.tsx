import { act, render } from '@testing-library/react'
import { fromPromise } from 'xstate'
import type { StoredFile } from '../../../src/api/contract/files.ts'
import type { FileVerdict } from '../../../src/files/file-facts.ts'
import { uploadMachine } from '../../../src/machines/upload.machine.ts'
import type { ReplaceDialogProps } from '../../../src/ui/asset/ReplaceDialog.tsx'
import { ReplaceQuestion } from '../../../src/ui/asset/ReplaceDialog.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { useMachineActor } from '../../../src/ui/machine.ts'
import { useUpload } from '../../../src/ui/upload/use-upload.ts'
import { translateIn } from '../../support/translate.ts'

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

function Bench(props: ReplaceDialogProps) {
  return <ReplaceQuestion {...props} upload={useUpload(useMachineActor(machine, { input: { kind: props.kind } }))} />
}

/** Asks for a file where each is fine, is taken at once, and has the address `/files/sent-` and its name then. */
export async function showReplacing(props: ReplaceDialogProps): Promise<void> {
  const atelier = { language: 'en', translate: translateIn('en'), track: () => {}, session }
  await act(async () => {
    render(
      <AtelierContext value={atelier as never}>
        <Bench {...props} />
      </AtelierContext>,
    )
  })
}
