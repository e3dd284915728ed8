import { shownPart } from '../kit/part.ts'
import { useWords } from '../use-words.ts'
import { formWords } from '../words/form.ts'
import type { ReplaceDialogProps } from './ReplaceDialog.tsx'

const ReplaceDialog = shownPart(async () => (await import('./ReplaceDialog.tsx')).ReplaceDialog)

/** Asks for a file that takes the place of one of the asset's; its code and its words come as it is opened. */
export function ReplaceFile(props: ReplaceDialogProps) {
  return useWords(formWords) && <ReplaceDialog {...props} />
}
