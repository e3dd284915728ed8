import { createFileRoute } from '@tanstack/react-router'
import { listMessages } from '../../ui/messages/list.ts'
import { lookMessages } from '../../ui/messages/look.ts'
import { wardrobeMessages } from '../../ui/messages/wardrobe.ts'
import { useCurrentUserId } from '../../ui/use-current-user-id.ts'
import { useWardrobePage } from '../../ui/wardrobe/use-wardrobe-page.ts'
import { WardrobeScreen } from '../../ui/wardrobe/WardrobeScreen.tsx'
import { parseWardrobeSearch } from '../../ui/wardrobe/wardrobe-search.ts'

export const Route = createFileRoute('/_shell/wardrobe')({
  validateSearch: parseWardrobeSearch,
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, lookMessages, wardrobeMessages),
  staticData: { nav: { labelKey: 'nav.wardrobe', icon: 'wardrobe', order: 3 }, folds: true },
  component: Wardrobe,
})

function Wardrobe() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const me = useCurrentUserId() ?? ''
  return (
    <WardrobeScreen
      {...useWardrobePage(api, me, Route.useSearch(), (search) => void navigate({ search, replace: true }))}
    />
  )
}
