import type { JudgedRanking } from '../../contract.ts';

/** The judged documents of a ranking alone, in their order (Sakai, "Alternatives to bpref", SIGIR 2007). */
export function condensedRanking({ grades, ideal }: JudgedRanking): JudgedRanking {
	return { grades: grades.filter((grade) => grade >= 0), ideal };
}
