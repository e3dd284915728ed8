import { createFileRoute } from '@tanstack/react-router'
import { listMessages } from '../../../ui/messages/list.ts'
import { lookMessages } from '../../../ui/messages/look.ts'
import { wardrobeMessages } from '../../../ui/messages/wardrobe.ts'
import { useWardrobePage } from '../../../ui/wardrobe/use-wardrobe-page.ts'
import { WardrobeScreen } from '../../../ui/wardrobe/WardrobeScreen.tsx'
import { parseWardrobeSearch } from '../../../ui/wardrobe/wardrobe-search.ts'

export const Route = createFileRoute('/_shell/users/$userId/assets')({
  validateSearch: parseWardrobeSearch,
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, lookMessages, wardrobeMessages),
  staticData: { folds: true },
  component: Page,
})

/** Wardrobe of a user, for that user and for admins. */
function Page() {
  const { userId } = Route.useParams()
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const page = useWardrobePage(api, userId, Route.useSearch(), (search) => void navigate({ search, replace: true }))
  return <WardrobeScreen key={userId} {...page} />
}
