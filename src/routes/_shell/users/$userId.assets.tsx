import { createFileRoute } from '@tanstack/react-router'
import { useWardrobePage } from '../../../ui/wardrobe/use-wardrobe-page.ts'
import { WardrobeScreen } from '../../../ui/wardrobe/WardrobeScreen.tsx'
import { wardrobeSearch } from '../../../ui/wardrobe/wardrobe-search.ts'
import { listWords } from '../../../ui/words/list.ts'
import { lookWords } from '../../../ui/words/look.ts'
import { wardrobeWords } from '../../../ui/words/wardrobe.ts'

export const Route = createFileRoute('/_shell/users/$userId/assets')({
  validateSearch: wardrobeSearch,
  loader: ({ context: { learn } }) => learn(listWords, lookWords, wardrobeWords),
  staticData: { folds: true },
  component: Page,
})

/** The wardrobe of a user, for themselves and for admins. */
function Page() {
  const { userId } = Route.useParams()
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const page = useWardrobePage(api, userId, Route.useSearch(), (search) => void navigate({ search, replace: true }))
  return <WardrobeScreen key={userId} {...page} />
}
