import { ProhibitIcon } from '@phosphor-icons/react/Prohibit'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ApiToken } from '../../api/contract/api-tokens.ts'
import { may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../../ui/context.ts'
import { shownPart } from '../../ui/kit/part.ts'
import type { ListDefinition } from '../../ui/list/definition.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { listSearch } from '../../ui/list/search.ts'
import { useAbility } from '../../ui/list/use-ability.ts'
import { wholePage } from '../../ui/list/whole-page.ts'
import { SETTINGS_LIST } from '../../ui/settings/settings-list.ts'
import { TOKEN_COLUMNS, tokenOnPhone } from '../../ui/tokens/token-columns.tsx'
import { listWords } from '../../ui/words/list.ts'
import { tokensWords } from '../../ui/words/tokens.ts'

const ConfirmAction = shownPart(async () => (await import('../../ui/list/ConfirmAction.tsx')).ConfirmAction)
const TokenDialog = shownPart(async () => (await import('../../ui/tokens/TokenDialog.tsx')).TokenDialog)
const [CREATE, REVOKE] = ['create', 'revoke']

export const Route = createFileRoute('/_shell/tokens')({
  validateSearch: listSearch(SETTINGS_LIST),
  loader: ({ context: { learn } }) => learn(listWords, tokensWords),
  staticData: {
    nav: {
      word: 'nav.tokens',
      icon: 'settings',
      order: 14,
      needs: ['create', 'Asset'],
      below: '/settings',
      isWorkspace: true,
    },
  },
  component: Tokens,
})

/** The API tokens of the person. */
function Tokens() {
  const { api } = Route.useRouteContext()
  const { translate } = useAtelier()
  const isAdmin = may(useAbility(), 'manage', 'all')
  const list = useMemo(
    (): ListDefinition<ApiToken, never> => ({
      ...SETTINGS_LIST,
      id: 'tokens',
      title: 'tokens.title',
      failed: 'tokens.failed',
      empty: { text: 'tokens.empty' },
      create: { title: 'tokens.new', needs: ['create', 'Asset'], question: CREATE },
      nameOf: ({ name }) => name,
      columns: TOKEN_COLUMNS,
      phone: tokenOnPhone,
      phonePicture: 'none',
      // At once: a token that leaked must not live on until Undo has passed.
      actions: [[{ id: REVOKE, title: 'tokens.revoke', icon: <ProhibitIcon />, color: 'bad', question: REVOKE }]],
      questions: {
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
      loadPage: async (query, signal) => wholePage((await api.apiTokens.list({}, { signal })).data, query),
    }),
    [api, isAdmin, translate],
  )
  return <ListPage list={list} />
}
