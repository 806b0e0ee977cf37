import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../client/tidegate.ts';
import { useBoard, useBoardState, useRevision } from '../../shell/boardContext.ts';
import { isReadable } from '../../shell/rights.ts';
import { deltaText } from '../../timeline/model/numbers.ts';
import { DiffList } from '../diffs/DiffList.tsx';
import panelStyles from '../panels.module.css';

/** The differences between a draft and the mainline, by entity and by score. */
export const Difference = ({ workspace }: { readonly workspace: string }) => {
  const board = useBoard();
  const revision = useRevision();
  const { data } = useQuery({
    queryKey: ['difference', workspace, revision],
    queryFn: () =>
      dataOf(board.service(null).GET('/v1/workspaces/{id}/diff/', { params: { path: { id: workspace } } })),
    enabled: useBoardState(isReadable),
    placeholderData: (known) => known,
  });
  if (data === undefined) return null;
  const { delta, workspace: here, mainline } = data.score;
  const moves = here.reassigned - mainline.reassigned;
  // Once the draft is published, its moves are none any more.
  const published = moves === 0 ? '' : `, ${deltaText(delta - moves)} once published`;
  return (
    <section className={panelStyles.section} aria-label="Difference to live">
      <h3>
        Difference to live{' '}
        <span>
          score {deltaText(delta)}
          {published}
        </span>
      </h3>
      {data.diffs.length === 0 ? (
        <p className={panelStyles.under}>Nothing differs.</p>
      ) : (
        <DiffList diffs={data.diffs} change={null} />
      )}
    </section>
  );
};
