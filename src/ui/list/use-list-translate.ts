import { useAtelier } from '../context.ts'
import { listMessages } from '../messages/list.ts'
import type { Translate } from '../messages.ts'
import { useTranslate } from '../use-translate.ts'

/**
 * Returns the translate function of a view that shows a list's definition: for the messages of every list and all keys of the
 * definition, whose messages the list's route loads.
 */
export function useListTranslate(): Translate {
  useTranslate(listMessages)
  return useAtelier().translate
}
