import { PlusIcon } from '@phosphor-icons/react/Plus'
import { may } from '../../machines/rules/ability.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { useOffers } from '../offers.ts'
import { useAbility } from './use-ability.ts'
import type { RowActions } from './use-row-actions.ts'
import type { Work } from './use-work.ts'

/** Offers elsewhere what can be done to the selected rows, and to make another by a question. */
export function useListOffers<R extends Row>({ list, selected, onRun }: Work<R>, ask: RowActions<R>['ask']): void {
  const { translate } = useAtelier()
  const ability = useAbility()
  useOffers(() => {
    const only = selected.length === 1 ? selected[0] : undefined
    const about = only ? list.nameOf(only) : translate('list.selected', { n: selected.length })
    const doable = selected.length > 0 ? (list.bulk ?? []) : []
    return {
      about,
      offers: doable.map((action) => ({
        id: action.id,
        label: action.choices
          ? translate('list.withChoice', { label: translate(action.title) })
          : translate(action.title),
        icon: action.icon,
        choices:
          action.choices &&
          (async (signal: AbortSignal) =>
            ((await action.choices?.(signal)) ?? [])
              .filter(({ id }) => action.offers?.(id, selected) ?? true)
              .map(({ id, label }) => ({ id, label: translate(label) }))),
        refusal:
          action.fits && action.leftOut && !selected.some(action.fits)
            ? translate(action.leftOut, { n: selected.length })
            : undefined,
        run: (choice) => onRun(action, choice),
      })),
    }
  })
  const { create, title } = list
  useOffers(() =>
    create && 'question' in create && may(ability, ...create.needs)
      ? {
          about: translate(title),
          offers: [
            {
              id: 'create',
              label: translate(create.title),
              icon: <PlusIcon />,
              run: () => ask(create.question, null),
            },
          ],
        }
      : null,
  )
}
