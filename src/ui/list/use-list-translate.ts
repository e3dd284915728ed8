import { useAtelier } from '../context.ts'
import { listMessages } from '../messages/list.ts'
import type { Translate } from '../messages.ts'
import { useTranslate } from '../use-translate.ts'

/**
 * Returns the translate function for a view that shows a list definition. Loads the messages shared by all lists; the list's
 * route loads those of the definition.
 */
export function useListTranslate(): Translate {
  useTranslate(listMessages)
  return useAtelier().translate
}
