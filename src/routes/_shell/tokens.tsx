import { ProhibitIcon } from '@phosphor-icons/react/Prohibit'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ApiToken } from '../../api/contract/api-tokens.ts'
import { can } from '../../machines/session/ability.ts'
import { lazyComponent } from '../../ui/kit/loading/lazy-module.ts'
import { useAbility } from '../../ui/list/actions/use-ability.ts'
import type { ListDefinition } from '../../ui/list/definition.ts'
import { ListRoute } from '../../ui/list/ListRoute.tsx'
import { createSearchValidator } from '../../ui/list/state/list-search.ts'
import { paginate } from '../../ui/list/state/paginate.ts'
import { listMessages } from '../../ui/messages/list.ts'
import { tokensMessages } from '../../ui/messages/tokens.ts'
import { SETTINGS_LIST_BASE } from '../../ui/settings/settings-list.ts'
import { TOKEN_COLUMNS, toTokenPhoneItem } from '../../ui/tokens/token-columns.tsx'
import { useTranslate } from '../../ui/use-translate.ts'

const ConfirmAction = lazyComponent(
  async () => (await import('../../ui/list/actions/ConfirmActionDialog.tsx')).ConfirmActionDialog,
)
const TokenDialog = lazyComponent(async () => (await import('../../ui/tokens/TokenDialog.tsx')).TokenDialog)
const [CREATE, REVOKE] = ['create', 'revoke']

export const Route = createFileRoute('/_shell/tokens')({
  validateSearch: createSearchValidator(SETTINGS_LIST_BASE),
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, tokensMessages),
  staticData: {
    nav: {
      labelKey: 'nav.tokens',
      icon: 'settings',
      order: 14,
      needs: ['create', 'Asset'],
      below: '/settings',
      isWorkspace: true,
    },
  },
  component: Tokens,
})

function Tokens() {
  const { api } = Route.useRouteContext()
  const translate = useTranslate(tokensMessages)
  const isAdmin = can(useAbility(), 'manage', 'all')
  const list = useMemo(
    (): ListDefinition<ApiToken, never> => ({
      ...SETTINGS_LIST_BASE,
      id: 'tokens',
      title: 'tokens.title',
      failed: 'tokens.failed',
      empty: { text: 'tokens.empty' },
      create: { title: 'tokens.new', needs: ['create', 'Asset'], dialog: CREATE },
      nameOf: ({ name }) => name,
      columns: TOKEN_COLUMNS,
      phone: toTokenPhoneItem,
      phonePicture: 'none',
      // The token is revoked immediately, because a leaked token must not stay valid until the undo period is over.
      actions: [[{ id: REVOKE, title: 'tokens.revoke', icon: <ProhibitIcon />, color: 'bad', dialog: REVOKE }]],
      dialogs: {
        [CREATE]: ({ onAnswered, onClose }) => (
          <TokenDialog
            isAdmin={isAdmin}
            create={(body, { idempotencyKey, signal }) => api.apiTokens.create({ body }, { idempotencyKey, signal })}
            onMade={onAnswered}
            onClose={onClose}
          />
        ),
        [REVOKE]: ({ row, onAnswered, onClose }) =>
          row && (
            <ConfirmAction
              title={translate('tokens.revoke.title', { name: row.name })}
              text={translate('tokens.revoke.why')}
              verb={translate('tokens.revoke')}
              act={() => api.apiTokens.revoke({ id: row.id })}
              onDone={onAnswered}
              onClose={onClose}
            />
          ),
      },
      loadPage: async (query, signal) => paginate((await api.apiTokens.list({}, { signal })).data, query),
    }),
    [api, isAdmin, translate],
  )
  return <ListRoute list={list} />
}
