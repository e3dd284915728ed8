import { use } from 'react'
import { useAtelier } from './context.ts'
import type { MessageKey } from './message-key.ts'
import type { CatalogKey, MessageCatalog, Translate } from './messages.ts'

/** Translate function of a view that shows common messages and those of the given catalogs. */
export type TranslateOf<Catalog extends MessageCatalog> = Translate<
  MessageKey<'common'> | (CatalogKey<Catalog> & MessageKey)
>

/**
 * Returns the translate function of a view, for the keys of common messages and of these catalogs. The route or the view's
 * parent has loaded them. Otherwise the view suspends until they are loaded.
 */
export function useTranslate<Catalogs extends readonly MessageCatalog[]>(
  ...catalogs: Catalogs
): TranslateOf<Catalogs[number]> {
  const { translate, pendingMessages } = useAtelier()
  for (const catalog of catalogs) {
    const pending = pendingMessages?.(catalog)
    if (pending) use(pending)
  }
  return translate
}
