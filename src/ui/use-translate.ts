import { use } from 'react'
import { useAtelier } from './context.ts'
import type { MessageKey } from './message-key.ts'
import type { CatalogKey, MessageCatalog, Translate } from './messages.ts'

/** Translate function for the keys of common messages and of the given catalogs. */
export type TranslateOf<Catalog extends MessageCatalog> = Translate<
  MessageKey<'common'> | (CatalogKey<Catalog> & MessageKey)
>

/**
 * Returns the translate function of a view, for the keys of common messages and of these catalogs. Usually the route or a parent
 * view has loaded the catalogs. Otherwise the view suspends until they are loaded.
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
