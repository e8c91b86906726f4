import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'
import classes from '../form/form.module.css'

const itemFields = [0, 1, 2, 3, 4]

/** Has the shape of the form. */
export function EditProtocolSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-busy aria-label="Carregando protocolo">
      <Card>
        <Skeleton height={16} width={150} mb={24} />
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <Field />
            <Field />
          </SimpleGrid>
          <Field height={80} />
        </Stack>
      </Card>
      <Card>
        <Skeleton height={16} width={140} mb={24} />
        <div className={classes.card}>
          <Skeleton height={12} width={48} my={12} />
          <div className={classes.grid}>
            {itemFields.map((field) => (
              <Field key={field} />
            ))}
          </div>
          <div className={classes.reason}>
            <Field height={60} />
          </div>
        </div>
      </Card>
    </Stack>
  )
}

const Field = ({ height = 36 }: { height?: number }) => (
  <div>
    <Skeleton height={12} width={112} mb={8} />
    <Skeleton height={height} />
  </div>
)
