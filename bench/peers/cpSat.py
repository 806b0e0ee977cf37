"""OR-Tools CP-SAT on the clique program that pythonPeers.ts writes: exactly-one by part, at-most-one by clique."""
import json
import sys
import time

from ortools.sat.python import cp_model

data = json.load(open(sys.argv[1]))
limit, workers = float(sys.argv[2]), int(sys.argv[3])
model = cp_model.CpModel()
columns = [
    model.new_bool_var(f"x{j}") if upper == 1 else model.new_int_var(0, int(upper), f"x{j}")
    for j, upper in enumerate(data["upper"])
]
for row, (most, is_equal) in enumerate(zip(data["rowUpper"], data["isEqual"])):
    first, last = data["starts"][row], data["starts"][row + 1]
    members = [columns[j] for j in data["indices"][first:last]]
    factors = data["values"][first:last]
    if is_equal and most == 1:
        model.add_exactly_one(members)
    elif most == 1 and min(factors) > 0:
        model.add_at_most_one(members)
    else:
        model.add(sum(int(f) * x for f, x in zip(factors, members)) <= int(most))
# Costs are hundredths of a weight unit at the finest.
model.minimize(sum(round(100 * cost) * x for cost, x in zip(data["cost"], columns)))


class Watch(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.begun = time.time()

    def on_solution_callback(self):
        report(time.time() - self.begun, self.objective_value, self.best_objective_bound)


def report(seconds, score, bound, **more):
    line = {"seconds": seconds, "score": score / 100, "bound": bound / 100, **more}
    print(json.dumps({k: None if v in (float("inf"), float("-inf")) else v for k, v in line.items()}), flush=True)


solver = cp_model.CpSolver()
solver.parameters.max_time_in_seconds = limit
solver.parameters.num_workers = workers
status = solver.solve(model, Watch())
found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
report(
    solver.wall_time,
    solver.objective_value if found else float("inf"),
    solver.best_objective_bound,
    optimal=status == cp_model.OPTIMAL,
)
