import { PlusIcon } from '@phosphor-icons/react/Plus'
import type { Row } from '../../../machines/list/paging.ts'
import { can } from '../../../machines/session/ability.ts'
import { usePageCommands } from '../../page-commands.ts'
import { translateLabel } from '../label.ts'
import { useListTranslate } from '../use-list-translate.ts'
import type { ListWorkspace } from '../use-list-workspace.ts'
import { useAbility } from './use-ability.ts'
import type { RowActions } from './use-row-actions.ts'

/** Adds the bulk actions for the selected rows, and the dialog to create a row, to the command palette. */
export function useListCommands<R extends Row>(
  { list, selected, onRun }: ListWorkspace<R>,
  openDialog: RowActions<R>['openDialog'],
): void {
  const translate = useListTranslate()
  const ability = useAbility()
  usePageCommands(() => {
    const onlyRow = selected.length === 1 ? selected[0] : undefined
    const selectionName = onlyRow ? list.nameOf(onlyRow) : translate('list.selected', { n: selected.length })
    const availableActions = selected.length > 0 ? (list.bulk ?? []) : []
    return {
      subject: selectionName,
      commands: availableActions.map((action) => ({
        id: action.id,
        label: action.choices
          ? translate('list.withChoice', { label: translate(action.title) })
          : translate(action.title),
        icon: action.icon,
        choices:
          action.choices &&
          (async (signal: AbortSignal) =>
            ((await action.choices?.(signal)) ?? [])
              .filter(({ id }) => action.isChoiceAvailable?.(id, selected) ?? true)
              .map((choice) => ({ id: choice.id, label: translateLabel(choice.label, translate) }))),
        disabledReason:
          action.appliesTo && action.skippedMessage && !selected.some(action.appliesTo)
            ? translate(action.skippedMessage, { n: selected.length })
            : undefined,
        run: (choice) => onRun(action, choice),
      })),
    }
  })
  const { create, title } = list
  usePageCommands(() =>
    create && 'dialog' in create && can(ability, ...create.needs)
      ? {
          subject: translate(title),
          commands: [
            {
              id: 'create',
              label: translate(create.title),
              icon: <PlusIcon />,
              run: () => openDialog(create.dialog, null),
            },
          ],
        }
      : null,
  )
}
